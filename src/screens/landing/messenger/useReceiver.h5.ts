import type { UseReceiver } from './UseReceiver'

/** No card of the mini-program is opened here. */
export const useReceiver: UseReceiver = () => true
