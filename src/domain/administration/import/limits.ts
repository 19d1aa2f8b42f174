/** most bytes of a file of people */
export const IMPORT_BYTES = 4 * 1024 * 1024
/** most people in a file */
export const IMPORT_LINES = 10_000
/** most faults that an answer lists */
export const IMPORT_FAULTS = 10_000
/** most new people, and most changed people, that an answer lists */
export const IMPORT_CHANGES = 200
