import type { Item } from '@/contract/entities'
import type { AppServices } from '@/stores/app/AppServices'
import { ManyItems } from '@/stores/items/ManyItems'
import { reportRefused } from '@/stores/items/runInBatches'
import { ItemMover, type MoveTarget } from './ItemMover'

/** Moves dragged items that can be moved; reports why the others cannot (AH-43). Resolves to whether items were moved. */
export async function moveInto(app: AppServices, items: readonly Item[], target: MoveTarget): Promise<boolean> {
  const { able, unable } = new ManyItems(app).judged(items, 'move')
  await reportRefused(app.feedback, unable)
  return able.length > 0 && new ItemMover(app).move(able, target)
}
