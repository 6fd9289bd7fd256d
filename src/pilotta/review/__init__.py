"""What a finished deal could have been: every call and card weighed anew with what its player knew, and with all hands open.

This floor sees whole deals, as a referee does. What it asks the teacher is asked with a player's view alone.
"""

from pilotta.review.match import ReviewError, review_record
from pilotta.review.model import Review

__all__ = ["Review", "ReviewError", "review_record"]
