/** A catalogue of which only some texts are said otherwise. */
export type Overlay<T> = { [K in keyof T]?: T[K] extends string ? string : Overlay<T[K]> }
