/** In place of the typed_id of what a picker carries: the items that `late.carried` holds. */
export const CHOSEN = 'chosen'
