// The functions that give rows, and an array.

#include "postgresql/server.hpp"

extern "C" {
#include <catalog/pg_type.h>
#include <miscadmin.h>
#include <utils/array.h>
#include <utils/tuplestore.h>
}

using namespace uniform::postgresql;

namespace {

// A cell in the encoding of the database.
char *in_server(char *cell) {
    if (cell == nullptr || GetDatabaseEncoding() == PG_UTF8) return cell;
    return pg_any_to_server(cell, static_cast<int>(strlen(cell)), PG_UTF8);
}

Datum give_rows(FunctionCallInfo fcinfo, of_one f) {
    InitMaterializedSRF(fcinfo, 0);
    auto *out = reinterpret_cast<ReturnSetInfo *>(fcinfo->resultinfo);
    const answer a = f(utf8_argument(fcinfo, 0), memory_for_text);
    refuse(a, {});
    if (a.kind != answer::text) PG_RETURN_NULL();
    AttInMetadata *columns = TupleDescGetAttInMetadata(out->setDesc);
    const int width = out->setDesc->natts;
    auto *cells = static_cast<char **>(palloc(sizeof(char *) * static_cast<Size>(width)));
    const char *at = a.data.data;
    for (int i = 0; i < a.value; ++i) {
        CHECK_FOR_INTERRUPTS();
        memcpy(cells, at, sizeof(char *) * static_cast<Size>(width));
        at += sizeof(char *) * static_cast<Size>(width);
        for (int k = 0; k < width; ++k) cells[k] = in_server(cells[k]);
        HeapTuple row = BuildTupleFromCStrings(columns, cells);
        tuplestore_puttuple(out->setResult, row);
        heap_freetuple(row);
    }
    PG_RETURN_NULL();
}

} // namespace

UNIFORM_FUNCTION(parameters) { return give_rows(fcinfo, parameters); }
UNIFORM_FUNCTION(find) { return give_rows(fcinfo, find); }
UNIFORM_FUNCTION(lint) { return give_rows(fcinfo, lint); }

UNIFORM_FUNCTION(uri_path_array) {
    const answer a = path_segments(argument(fcinfo, 0), memory_for_text);
    refuse(a, {});
    if (a.kind != answer::text) PG_RETURN_NULL();
    auto *elements = static_cast<Datum *>(palloc(sizeof(Datum) * static_cast<Size>(a.value + 1)));
    for (int i = 0; i < a.value; ++i) {
        const char *segment = nullptr;
        memcpy(&segment, a.data.data + static_cast<std::size_t>(i) * sizeof segment, sizeof segment);
        elements[i] = CStringGetTextDatum(segment);
    }
    PG_RETURN_ARRAYTYPE_P(construct_array(elements, a.value, TEXTOID, -1, false, TYPALIGN_INT));
}
