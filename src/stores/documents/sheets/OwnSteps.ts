import { makeAutoObservable } from 'mobx'
import * as Y from 'yjs'

type Hidden = 'manager' | 'step' | 'isOpen'

/** Whether to undo or redo. */
type Direction = 'undo' | 'redo'

/**
 * One's own steps in a workbook, which are undone and redone as a whole. A large step is several changes, so that each update is as small as the
 * server takes it, also when the step is undone: Yjs puts what one undo brings back into one update.
 */
export class OwnSteps {
  canUndo = false
  canRedo = false
  /** The origin of one's own changes. */
  readonly origin = {}
  private readonly manager: Y.UndoManager
  private step = 0
  private isOpen = false

  constructor(
    private readonly document: Y.Doc,
    root: Y.Array<unknown>,
  ) {
    this.manager = new Y.UndoManager(root, { trackedOrigins: new Set([this.origin]), captureTimeout: 0 })
    makeAutoObservable<this, Hidden | 'document'>(this, {
      origin: false,
      document: false,
      manager: false,
      step: false,
      isOpen: false,
    })
    this.manager.on('stack-item-added', ({ stackItem }) => {
      stackItem.meta.set('step', stepOf(this.manager.currStackItem) ?? this.step)
      this.update()
    })
    for (const name of ['stack-item-popped', 'stack-cleared'] as const) this.manager.on(name, () => this.update())
  }

  /** A change, which is a step of its own unless `group` runs. */
  change(run: () => void) {
    if (!this.isOpen) this.step += 1
    this.document.transact(run, this.origin)
  }

  /** Several changes as one step. */
  group(run: () => void) {
    if (this.isOpen) return run()
    this.step += 1
    this.isOpen = true
    try {
      run()
    } finally {
      this.isOpen = false
    }
  }

  repeat(direction: Direction) {
    const stack = direction === 'undo' ? this.manager.undoStack : this.manager.redoStack
    for (let done = this.manager[direction](); done !== null; done = this.manager[direction]())
      if (stepOf(stack.at(-1)) !== stepOf(done)) break
    // Yjs drops steps of which others have removed everything, and does not say so.
    this.update()
  }

  /** Forgets all steps. */
  forget() {
    this.manager.clear()
  }

  dispose() {
    this.manager.destroy()
  }

  private update() {
    this.canUndo = this.manager.canUndo()
    this.canRedo = this.manager.canRedo()
  }
}

function stepOf(item: { meta: Map<unknown, unknown> } | null | undefined): unknown {
  return item?.meta.get('step')
}
