"""Lists of URLs for the tests, the same at each run."""

import random


def urls(n, seed=1):
    """n URLs: a fifth is equivalent to an earlier one, some are URNs, some are not valid."""
    rng = random.Random(seed)
    made = []
    for i in range(n):
        kind = rng.random()
        if made and kind < 0.2:
            made.append(spelled_otherwise(rng, rng.choice(made)))
        elif kind < 0.25:
            made.append(f"urn:example:{rng.choice('abc')}-{i}?+r?=q#f")
        elif kind < 0.27:
            made.append(f"http://not valid/{i}")
        else:
            host = f"{rng.choice(['www', 'cdn', 'shop'])}.example{i % 997}.{rng.choice(['com', 'co.uk', 'org'])}"
            made.append(f"https://{host}/a/{i}/~b{rng.choice(['', '?q=' + str(i), '?q=%C3%A9#top'])}")
    return made


def spelled_otherwise(rng, url):
    """An equivalent spelling: by case, percent-encoding, dot segments, or the default port."""
    if not url.startswith("https://"):
        return url
    return rng.choice([lambda u: u.replace("https://", "HTTPS://"), lambda u: u.replace("~", "%7e"),
                       lambda u: u.replace("/a/", "/x/../a/"), lambda u: u.replace("/a/", ":443/a/", 1)
                       if ":443" not in u else u, lambda u: u])(url)
