"""A review as one page that needs nothing else; :mod:`pilotta.review.talk` has its sentences."""

from pilotta.review.page.page import review_page

__all__ = ["review_page"]
