/** Brings the first field that is wrong into the middle, where no toast lies over it. */
export function showFault(): void {
  requestAnimationFrame(() =>
    document.querySelector('.permissions .share-cell-error')?.scrollIntoView({ block: 'center' }),
  )
}
