import { Type, type Static } from '@sinclair/typebox'
import { Id, TypedId, call, nullable, oneOf } from './call'
import { Item, PathEntry } from './entities'
import { shareScenario } from './shares/shares'

/** The cause of a refused copy or move (1§8, "error type"). */
export const ErrorType = oneOf('item', 'target')

const request = {
  item_typed_ids: Type.Array(TypedId, { minItems: 1, maxItems: 1000 }),
  /** 0 = the own root, or that of department_id */
  target_folder_id: Id,
  department_id: Type.Optional(Id),
}

const reply = {
  /** Always null: only a refusal carries an error type (see Refusal). */
  error_type: nullable(ErrorType),
  /** The path to the target: root first, target last. */
  current_path: Type.Array(PathEntry),
  /** The target; null for the own root. */
  new_parent: nullable(Item),
  /** The items at their new place, without those that are not done yet. */
  files_and_folders: Type.Array(Item),
  /** The items that a background job still handles. A system message reports its end (decisions 4.37). */
  async_copying_items: Type.Array(Item),
  async_moving_items: Type.Array(Item),
}

export const copyMoveCalls = {
  /**
   * With `scenario` share, saves from a link into the user's own drive (decisions 8): the session names the user, the grant authorises reading.
   * `folder_0` means everything in the link. Each item counts as a download. `async_copying_items` contains the items as the link shows them.
   */
  'POST /apps/files/copy': call({ ...request, ...shareScenario }, reply),
  'POST /apps/files/move': call(request, reply),
}

export type ErrorType = Static<typeof ErrorType>
