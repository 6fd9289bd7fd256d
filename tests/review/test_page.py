"""The page's own parts; what stands on it is tried where the command writes it (tests/cli/test_review.py)."""

from pilotta.review.page.markup import element, fill, page


def test_markup_keeps_text_and_elements_in_order_and_escapes_both():
    made = fill(element("p", "a<", element("b", "&"), class_='x"y'), "c", element("br"), "d", "e")
    assert page(made) == '<!DOCTYPE html>\n<p class="x&quot;y">a&lt;<b>&amp;</b>c<br>de</p>\n'
