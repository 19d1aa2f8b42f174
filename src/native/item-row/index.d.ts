import 'react'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'item-row': {
        /** Everything the row shows, one field a line, in the order that index.wxml reads. */
        packed: string
        /** What its menu is called, with `{name}`; a row without it has no menu. */
        menu?: string
        onOpen?(): void
        onMore?(): void
        /** A long press. */
        onHold?(): void
      }
    }
  }
}
