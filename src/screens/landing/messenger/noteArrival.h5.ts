import type { NoteArrival } from './NoteArrival'

/** A browser knows of no group. */
export const noteArrival: NoteArrival = () => undefined
