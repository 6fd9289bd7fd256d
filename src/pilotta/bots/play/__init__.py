"""Card play by rule of thumb and by search, and the reasons for it."""
