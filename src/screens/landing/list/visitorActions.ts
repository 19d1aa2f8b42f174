import type { Item } from '@/contract/entities'
import { abilities } from '@/domain/items/abilities'
import { maySave } from '@/domain/landing/landing'
import { abilitySubject } from '@/stores/items/abilitySubject'
import { refusalOf } from '@/stores/items/refusalOf'
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

/** Whether saving is offered: the link allows it, and the item may be downloaded (2§5). */
export function mayBeSaved(app: AppServices, { process }: LandingStore, item: Item): boolean {
  return process !== null && maySave(process) && abilities.save(abilitySubject(app, item)) === 'yes'
}
