import type { Forward } from './ChatPort'

/** The mini-program forwards cards. */
export const forward: Forward = () => undefined
