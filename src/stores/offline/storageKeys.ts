/** Storage key of the index of kept files, which belongs to one user (decisions 79). */
export const KEPT_KEY = 'offline'
/** Storage key of the names that wait for the network. */
export const WAITING_KEY = 'waitingNames'
