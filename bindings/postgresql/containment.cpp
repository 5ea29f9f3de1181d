// Containment, which asks what lies below a place: the operators << and <<=, and their SP-GiST operator class.
//
// The index is PostgreSQL's own radix tree of texts, with containment keys as texts. What is asked of it is turned into
// the prefix that the keys of all that lies below a place have; each row that is found is compared itself.

#include "postgresql/server.hpp"

extern "C" {
#include <access/skey.h>
#include <access/spgist.h>
#include <access/stratnum.h>
#include <catalog/pg_collation.h>
#include <catalog/pg_type.h>
#include <utils/fmgrprotos.h>
}

namespace {

using namespace uniform::postgresql;

Datum compare_places(FunctionCallInfo fcinfo, bool (*relation)(bytes, bytes, bool &) noexcept, int text, int place) {
    bool done = false;
    const bool result = relation(argument(fcinfo, text), argument(fcinfo, place), done);
    if (!done) refuse({answer::no_memory, 0, {nullptr, 0}}, {});
    PG_RETURN_BOOL(result);
}

// The conditions of the scan as prefixes of keys; nullptr if nothing lies below one of the places.
ScanKey prefixes_of(ScanKey places, int count) {
    auto *result = static_cast<ScanKey>(palloc(sizeof(ScanKeyData) * static_cast<Size>(count)));
    for (int i = 0; i < count; ++i) {
        auto *place = pg_detoast_datum_packed(reinterpret_cast<varlena *>(DatumGetPointer(places[i].sk_argument)));
        const answer prefix = containment_prefix(
            {VARDATA_ANY(place), static_cast<std::size_t>(VARSIZE_ANY_EXHDR(place))}, memory_for_text);
        refuse(prefix, {});
        if (prefix.kind != answer::text) return nullptr;
        result[i] = places[i];
        result[i].sk_strategy = RTPrefixStrategyNumber;
        result[i].sk_argument = text_of(prefix.data);
    }
    return result;
}

} // namespace

UNIFORM_FUNCTION(uri_within) { return compare_places(fcinfo, within, 0, 1); }
UNIFORM_FUNCTION(uri_below) { return compare_places(fcinfo, below, 0, 1); }
UNIFORM_FUNCTION(uri_contains) { return compare_places(fcinfo, within, 1, 0); }
UNIFORM_FUNCTION(uri_above) { return compare_places(fcinfo, below, 1, 0); }

UNIFORM_FUNCTION(uri_spgist_config) {
    auto *out = reinterpret_cast<spgConfigOut *>(PG_GETARG_POINTER(1));
    out->prefixType = TEXTOID;
    out->labelType = INT2OID;
    out->leafType = TEXTOID;
    out->canReturnData = false; // a key is not the text
    out->longValuesOK = true;
    PG_RETURN_VOID();
}

UNIFORM_FUNCTION(uri_spgist_key) { return result_of(fcinfo, containment_key(argument(fcinfo, 0), memory_for_text)); }

// PostgreSQL's function looks at the indexed value from its level on. That is a text here, not its key, but what is
// left of the key at that level is at hand.
UNIFORM_FUNCTION(uri_spgist_choose) {
    spgChooseIn in = *reinterpret_cast<spgChooseIn *>(PG_GETARG_POINTER(0));
    in.datum = in.leafDatum;
    in.level = 0;
    return DirectFunctionCall2Coll(spg_text_choose, C_COLLATION_OID, PointerGetDatum(&in), PG_GETARG_DATUM(1));
}

UNIFORM_FUNCTION(uri_spgist_inner) {
    spgInnerConsistentIn in = *reinterpret_cast<spgInnerConsistentIn *>(PG_GETARG_POINTER(0));
    auto *out = reinterpret_cast<spgInnerConsistentOut *>(PG_GETARG_POINTER(1));
    in.scankeys = prefixes_of(in.scankeys, in.nkeys);
    out->nNodes = 0;
    if (in.scankeys == nullptr) PG_RETURN_VOID();
    return DirectFunctionCall2Coll(spg_text_inner_consistent, C_COLLATION_OID, PointerGetDatum(&in),
                                   PointerGetDatum(out));
}

UNIFORM_FUNCTION(uri_spgist_leaf) {
    spgLeafConsistentIn in = *reinterpret_cast<spgLeafConsistentIn *>(PG_GETARG_POINTER(0));
    auto *out = reinterpret_cast<spgLeafConsistentOut *>(PG_GETARG_POINTER(1));
    in.scankeys = prefixes_of(in.scankeys, in.nkeys);
    if (in.scankeys == nullptr) PG_RETURN_BOOL(false);
    const Datum found =
        DirectFunctionCall2Coll(spg_text_leaf_consistent, C_COLLATION_OID, PointerGetDatum(&in), PointerGetDatum(out));
    out->recheck = true;
    return found;
}
