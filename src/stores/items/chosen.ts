/** Stands for a typed_id in a picker's address: the picker's items are in `ChosenItems`. */
export const CHOSEN = 'chosen'
