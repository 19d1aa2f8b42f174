/** Changes that wait at once */
export const WAITING_MOST = 100

/** Why a change was refused: the server's words, or the name that somebody else gave the item meanwhile. */
export type WaitingFault = { text: string } | { renamedTo: string }

interface Change {
  /** Unique on the phone. */
  key: string
  name: string
  /** Whether it was sent before, so that an answer may have been lost. */
  isTried?: true
  fault?: WaitingFault
}

/** `before`: the name that the server knew. */
export interface WaitingRename extends Change {
  kind: 'rename'
  typedId: string
  before: string
}

export interface WaitingFolder extends Change {
  kind: 'folder'
  parentFolderId: number
  departmentId?: number
}

/** A new name or a new folder that waits for the network (AH-42). */
export type WaitingChange = WaitingRename | WaitingFolder

export type WaitingQueue = readonly WaitingChange[]

/**
 * Adds a change at the end. A further name of an item replaces the waiting one at its place, and the original name drops it. A name that was sent
 * without an answer stays: the further one waits behind it.
 */
export function enqueue(queue: WaitingQueue, change: WaitingChange): WaitingQueue {
  const former = change.kind === 'rename' ? renameOf(queue, change.typedId) : undefined
  if (change.kind === 'folder' || !former) return [...queue, change]
  if (former.isTried && !former.fault) return [...queue, { ...change, before: former.name }]
  if (change.name === former.before) return settle(queue, former.key)
  return queue.map((each) => (each === former ? { ...change, key: former.key, before: former.before } : each))
}

/** The oldest change that was not refused. */
export function nextToSend(queue: WaitingQueue): WaitingChange | undefined {
  return queue.find(({ fault }) => !fault)
}

/** The name that an item gets as soon as the network is back; undefined for other items. */
export function waitingName(queue: WaitingQueue, typedId: string): string | undefined {
  const found = renameOf(queue, typedId)
  return found?.fault ? undefined : found?.name
}

/** The folders that wait to be made in a place; not the refused ones. */
export function waitingFolders(
  queue: WaitingQueue,
  { parentFolderId, departmentId }: Pick<WaitingFolder, 'parentFolderId' | 'departmentId'>,
): WaitingFolder[] {
  return queue.filter(
    (change): change is WaitingFolder =>
      change.kind === 'folder' &&
      !change.fault &&
      change.parentFolderId === parentFolderId &&
      change.departmentId === departmentId,
  )
}

/** A change is done or discarded. */
export function settle(queue: WaitingQueue, key: string): WaitingQueue {
  return queue.filter((change) => change.key !== key)
}

export function markTried(queue: WaitingQueue, key: string): WaitingQueue {
  return queue.map((change) => (change.key === key ? { ...change, isTried: true } : change))
}

export function refuse(queue: WaitingQueue, key: string, fault: WaitingFault): WaitingQueue {
  return queue.map((change) => (change.key === key ? { ...change, fault } : change))
}

/** The user chose another name for a refused change. A name that somebody else gave meanwhile is then the former one. */
export function rename(queue: WaitingQueue, key: string, name: string): WaitingQueue {
  return queue.map((change) => {
    if (change.key !== key) return change
    const { fault, isTried: _, ...again } = change
    if (again.kind === 'folder') return { ...again, name }
    return { ...again, name, ...(fault && 'renamedTo' in fault && { before: fault.renamedTo }) }
  })
}

/** The newest name that waits for an item. */
function renameOf(queue: WaitingQueue, typedId: string): WaitingRename | undefined {
  const names = queue.filter(
    (change): change is WaitingRename => change.kind === 'rename' && change.typedId === typedId,
  )
  return names[names.length - 1]
}
