import type { TableFault } from '../task'

/** A file that is not read as a table. */
export class NoTable extends Error {
  constructor(readonly fault: TableFault) {
    super(fault)
  }
}
