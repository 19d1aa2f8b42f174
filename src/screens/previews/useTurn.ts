import type { Turn } from '@/domain/previews/gallery'
import { useApp } from '@/screens/app/AppContext'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import type { GalleryStore } from '@/stores/previews/GalleryStore'

/** Turns to the next picture, the one before or one of the strip, and closes the comments beside this one. @returns whether there is one */
export function useTurn(gallery: GalleryStore, overlays: OverlayStore): (turn: Turn | number) => boolean {
  const {
    link,
    platform: { name: build, navigate },
  } = useApp()
  async function replaceAddress() {
    const { fileId } = gallery.preview.target
    if (overlays.valueFor('comment') !== undefined) await overlays.close('comment')
    await navigate.replace({ page: 'preview', fileId, ...(gallery.sort?.by === 'taken' && { by: 'taken' }) })
  }
  return (turn) => {
    if (typeof turn === 'number') gallery.goTo(turn)
    else if (!gallery.canTurn(turn)) return false
    else gallery.turn(turn)
    // In the mini-program, and on a link's page, another address would open another page.
    if (build === 'h5' && !link) void replaceAddress()
    return true
  }
}

const keys: Record<string, Turn> = { ArrowRight: 'next', ArrowLeft: 'previous' }

/** The turn that a key asks for. */
export function turnOfKey(key: string | undefined): Turn | undefined {
  return key === undefined ? undefined : keys[key]
}
