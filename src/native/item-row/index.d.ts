import 'react'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'item-row': {
        /** All fields of the row, one per line, in the order that index.wxml reads. */
        packed: string
        /** The menu's label, with `{name}`; a row without it has no menu. */
        menu?: string
        onOpen?(): void
        onMore?(): void
        /** A long press. */
        onHold?(): void
      }
    }
  }
}
