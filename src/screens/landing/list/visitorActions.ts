import type { Item } from '@/contract/entities'
import { abilities } from '@/domain/items/abilities'
import { maySave } from '@/domain/landing/landing'
import { abilitySubject } from '@/stores/items/abilitySubject'
import { refusalOf } from '@/stores/items/refusalOf'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import type { AppServices } from '@/stores/app/AppServices'
import { download } from '@/stores/downloads/download'
import type { LandingStore } from '@/stores/landing/LandingStore'

/** Downloads an item, or reports why it cannot; undefined where downloading is not offered (LAND-06, decisions 12). */
export function downloaderOf(app: AppServices, store: LandingStore, item: Item): (() => void) | undefined {
  const answer = abilities.download(abilitySubject(app, item))
  if (answer === 'hidden') return undefined
  if (answer !== 'yes') return () => app.feedback.toast(refusalOf(answer.no, item))
  return () => void download(app, item).then(() => store.refresh())
}

/** Saves a picture or a video in the phone's album, where the mini-program cannot download; undefined where that is not offered. */
export function albumSaverOf(app: AppServices, overlays: OverlayStore, item: Item): (() => void) | undefined {
  const { name, extension, typed_id: typedId } = item
  const answer = abilities.saveToAlbum(abilitySubject(app, item))
  const targets = app.platform.outgoing?.targetsOf({ name, extension: extension.toLowerCase() })
  if (answer === 'hidden' || !targets?.includes('album')) return undefined
  if (answer !== 'yes') return () => app.feedback.toast(refusalOf(answer.no, item))
  return () => overlays.show('outgoing', typedId, { way: 'album' })
}

/** Whether saving is offered: the link allows it, and the item may be downloaded (2§5). */
export function mayBeSaved(app: AppServices, { process }: LandingStore, item: Item): boolean {
  return process !== null && maySave(process) && abilities.save(abilitySubject(app, item)) === 'yes'
}
