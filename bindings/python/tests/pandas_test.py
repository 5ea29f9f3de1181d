"""uniform.arrow over Series of pandas, of every dtype that texts have; with pandas 3 and, in an environment of its own, 2."""

import pandas as pd
import pyarrow as pa
import pytest

import uniform.arrow

URLS = ["http://www.example.co.uk:8080/a?q=1%2F2", None, "", "mailto:a@b", "a b", "urn:isbn:978-951-0-18435-6", "http://münchen.de/"]
HOSTS = ["www.example.co.uk", None, None, None, None, None, "münchen.de"]
DTYPES = ["object", "string", "string[python]", "string[pyarrow]", "str", "category", pd.ArrowDtype(pa.string()), pd.ArrowDtype(pa.large_string())]
# `str` is the dtype of texts from pandas 3 on; before, it is object.
PANDAS_3 = int(pd.__version__.split(".")[0]) >= 3


@pytest.mark.parametrize("dtype", [None, *DTYPES], ids=str)
def test_texts_of_any_dtype(dtype):
    series = pd.Series(URLS, index=range(10, 17), name="url", dtype=dtype)
    hosts = uniform.arrow.host(series)
    assert list(hosts.index) == list(series.index) and hosts.name == "url"
    assert [None if pd.isna(h) else h for h in hosts] == HOSTS
    assert uniform.arrow.port(series).tolist()[0] == 8080
    assert bool(uniform.arrow.valid(series).iloc[0])
    assert uniform.arrow.host(series[series.index > 99]).tolist() == []


@pytest.mark.parametrize("dtype", [d for d in DTYPES if d not in ("object", "category") and (d != "str" or PANDAS_3)], ids=str)
def test_texts_come_back_as_the_same_dtype(dtype):
    series = pd.Series(URLS, dtype=dtype)
    for of in (series, series[:0], pd.concat([series, series])):
        assert uniform.arrow.host(of).dtype == series.dtype and uniform.arrow.normalize(of).dtype == series.dtype
    host = uniform.arrow.host(series)
    assert host[1] is series[1] or (pd.isna(host[1]) and type(host[1]) is type(series[1]))  # nan or pandas.NA, as there


def test_the_dtype_of_categories():
    series = pd.Series(URLS, dtype="string").astype("category")
    assert uniform.arrow.host(series).dtype == series.dtype.categories.dtype == "string"


def test_results_that_are_no_texts():
    for series in (pd.Series(URLS), pd.Series(URLS, dtype="object"), pd.Series(URLS, dtype="string")):
        assert uniform.arrow.port(series).dtype == "Int32" and uniform.arrow.valid(series).dtype == "boolean"
        assert isinstance(uniform.arrow.find(series).dtype, pd.ArrowDtype)
    assert uniform.arrow.host(pd.Series(URLS, dtype="object")).dtype == pd.ArrowDtype(pa.string())


def test_a_column_of_a_frame():
    frame = pd.DataFrame({"url": URLS})
    frame["host"] = uniform.arrow.host(frame["url"])
    assert frame.merge(pd.DataFrame({"host": ["münchen.de"]}), on="host")["url"].tolist() == [URLS[-1]]
    if PANDAS_3:
        assert frame.dtypes["host"] == frame.dtypes["url"] == "str"
