/** Scrolls the first wrong field to the middle, where no toast covers it. */
export function showFault(): void {
  requestAnimationFrame(() =>
    document.querySelector('.permissions .share-cell-error')?.scrollIntoView({ block: 'center' }),
  )
}
