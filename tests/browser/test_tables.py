def test_smoke(visit, house):
    v = visit("en")
    v.open()
    v.see("play-now").click()
    v.see("table").wait_for()
    v.play_until(lambda w: w == "account")
    v.page.screenshot(path="/tmp/pilotta/smoke.png")
