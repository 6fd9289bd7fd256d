"""Worth: what a deal, a call or a card comes to in the match."""
