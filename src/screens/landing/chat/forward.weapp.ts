import type { Forward } from './Forward'

/** The mini-program forwards cards. */
export const forward: Forward = () => undefined
