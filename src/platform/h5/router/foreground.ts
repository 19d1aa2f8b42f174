interface Foreground {
  leave(): void
  comeBack(): void
}

/** Reports when the app leaves for the background and returns: another tab, the lock screen, or the browser's cache of whole pages. */
export function watchForeground({ leave, comeBack }: Foreground): void {
  let away = false
  function turn(gone: boolean): void {
    if (gone === away) return
    away = gone
    if (gone) leave()
    else comeBack()
  }
  document.addEventListener('visibilitychange', () => turn(document.hidden))
  window.addEventListener('pagehide', () => turn(true))
  window.addEventListener('pageshow', () => turn(false))
}
