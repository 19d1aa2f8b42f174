import { makeAutoObservable, observable, reaction } from 'mobx'
import type * as Y from 'yjs'
import type { DocumentPerson } from '@/contract/documents'
import { newSheet, sheetsIn, type SheetState } from '@/domain/documents/sheets/bookState'
import { MOST_SHEETS, SHEET_NAME_LIMIT } from '@/domain/documents/sheets/content'
import { keptResults } from '@/domain/documents/sheets/keptResults'
import type { DocumentSession } from '../DocumentSession'
import type { CellId } from './sheetEdits'
import { OwnSteps } from './OwnSteps'
import { emptied, inUpdates, newId, writeCells, type CellEdit } from './sheetEdits'
import { SheetStore } from './SheetStore'
import { unsavedCells } from './unsavedCells'

/** A sheet in the row of names. */
interface Tab {
  id: string
  /** '' for a sheet without a name of its own */
  name: string
}

/** Somebody else's place. */
export interface Cursor extends CellId {
  person: DocumentPerson
  sheet: string
}

/** Where a workbook is: its state, and who else is there. */
type BookSession = Pick<DocumentSession, 'document' | 'describeUnsaved'> & {
  provider: Pick<DocumentSession['provider'], 'awareness'>
}

type Hidden = 'session' | 'ends'

/** A workbook that several people edit: its sheets, the shown one, and one's own steps (DOC-01 to DOC-04). */
export class BookStore {
  tabs: readonly Tab[] = []
  /** null while the workbook has no sheet */
  sheet: SheetStore | null = null
  cursors: readonly Cursor[] = []
  readonly steps: OwnSteps
  /** Formulas of the file of which the workbook was made that became their results, until somebody has read so. */
  results = 0
  private readonly ends: (() => void)[] = []

  /** @param mayWrite asked before each change */
  constructor(
    private readonly session: BookSession,
    private readonly mayWrite: () => boolean,
  ) {
    const { document, provider } = session
    const root = document.getArray<unknown>('sheets')
    this.steps = new OwnSteps(document, root)
    makeAutoObservable<this, Hidden>(this, {
      tabs: observable.struct,
      sheet: observable.ref,
      cursors: observable.struct,
      steps: false,
      session: false,
      ends: false,
    })
    const onEvents = (events: Y.YEvent<Y.AbstractType<unknown>>[]) => this.changed(events)
    root.observeDeep(onEvents)
    const meta = document.getMap<unknown>('meta')
    const onMeta = () => this.metaChanged()
    meta.observe(onMeta)
    const onPeople = () => this.peopleMoved()
    provider.awareness?.on('change', onPeople)
    session.describeUnsaved = (updates) =>
      [unsavedCells(updates, document), this.sheet?.draft.changedText ?? ''].filter(Boolean).join('\n')
    this.ends.push(
      () => root.unobserveDeep(onEvents),
      () => meta.unobserve(onMeta),
      () => provider.awareness?.off('change', onPeople),
      () => this.steps.dispose(),
      reaction(
        () => this.ownPlace,
        (place) => provider.awareness?.setLocalStateField('cursor', place),
        { fireImmediately: true },
      ),
    )
    this.refresh()
    this.metaChanged()
    this.peopleMoved()
  }

  private get ownPlace() {
    const { sheet } = this
    return sheet?.chosenId ? { sheet: sheet.id, ...sheet.chosenId } : null
  }

  /** Others in the shown sheet. */
  get cursorsHere(): readonly Cursor[] {
    return this.cursors.filter(({ sheet }) => sheet === this.sheet?.id)
  }

  get canAdd(): boolean {
    return this.tabs.length < MOST_SHEETS
  }

  show(id: string) {
    if (id === this.sheet?.id) return
    const state = sheetsIn(this.session.document).find((each) => each.id === id)
    if (!state) return
    this.sheet?.draft.commit()
    this.replaceSheet(state)
  }

  /** Adds a sheet after the others, and shows it. @param nameOf the name of a sheet by its number: the next that no other sheet has */
  add(nameOf: (number: number) => string) {
    const id = newId()
    const names = new Set(this.tabs.map((tab, at) => tab.name || nameOf(at + 1)))
    let number = names.size + 1
    while (names.has(nameOf(number))) number += 1
    const name = nameOf(number)
    this.act(() => this.root.push([newSheet(id, name.slice(0, SHEET_NAME_LIMIT), newId)]))
    this.show(id)
  }

  rename(id: string, name: string) {
    this.act(() => this.stateOf(id)?.map.set('name', name.trim().slice(0, SHEET_NAME_LIMIT)))
  }

  remove(id: string) {
    const sheet = this.stateOf(id)
    if (!sheet || !this.mayWrite()) return
    this.steps.group(() => {
      this.write(sheet, emptied(sheet))
      this.steps.change(() => this.root.delete(this.root.toArray().indexOf(sheet.map), 1))
    })
  }

  undo() {
    this.sheet?.draft.commit()
    if (this.mayWrite()) this.steps.repeat('undo')
  }

  redo() {
    if (this.mayWrite()) this.steps.repeat('redo')
  }

  /** A change of one's own: a step, or a part of the present one. */
  act(run: () => void) {
    if (this.mayWrite()) this.steps.change(run)
  }

  /** Several changes as one step. */
  step(run: () => void) {
    this.steps.group(run)
  }

  /** Writes cells, many of them in several updates, which are one step. */
  write(sheet: SheetState, edits: readonly CellEdit[]) {
    if (!this.mayWrite()) return
    this.steps.group(() => inUpdates(sheet, edits, (part) => this.steps.change(() => writeCells(sheet, part))))
  }

  /** Nobody is told any more that formulas became their results. */
  forgetResults() {
    if (this.mayWrite()) this.session.document.getMap('meta').delete(keptResults)
    else this.results = 0
  }

  dispose() {
    this.sheet?.draft.commit()
    this.session.provider.awareness?.setLocalStateField('cursor', null)
    for (const end of this.ends) end()
  }

  private get root(): Y.Array<unknown> {
    return this.session.document.getArray('sheets')
  }

  private stateOf(id: string): SheetState | undefined {
    return sheetsIn(this.session.document).find((each) => each.id === id)
  }

  private changed(events: readonly Y.YEvent<Y.AbstractType<unknown>>[]) {
    // The sheets themselves, or the parts that a sheet has.
    if (events.some(({ path }) => path.length < 2)) this.refresh()
    const map: unknown = this.sheet?.state.map
    const own = events.filter(({ target }) => target === map || target.parent === map)
    if (own.length > 0) this.sheet?.changed(own)
  }

  private refresh() {
    const states = sheetsIn(this.session.document)
    const before = this.tabs.findIndex(({ id }) => id === this.sheet?.id)
    this.tabs = states.map(({ id, name }) => ({ id, name }))
    const { sheet } = this
    if (sheet && states.some(({ map }) => map === sheet.state.map)) return
    // A restored or undone sheet is another map of the same id; after a removal the neighbour is shown.
    const next = states.find(({ id }) => id === sheet?.id) ?? states[Math.min(Math.max(before, 0), states.length - 1)]
    this.replaceSheet(next)
  }

  /** Shows another sheet. Words that have no cell wait there for one. */
  private replaceSheet(next: SheetState | undefined) {
    const waiting = this.sheet?.draft.changedText ?? ''
    this.sheet = next ? new SheetStore(next, this) : null
    this.sheet?.draft.adopt(waiting)
  }

  private metaChanged() {
    const count = this.session.document.getMap<unknown>('meta').get(keptResults)
    this.results = typeof count === 'number' && count > 0 ? count : 0
  }

  private peopleMoved() {
    const { awareness } = this.session.provider
    const states = awareness?.getStates() ?? new Map<number, Record<string, unknown>>()
    const own = this.session.document.clientID
    this.cursors = [...states].flatMap(([client, state]) => (client === own ? [] : cursorIn(state)))
  }
}

function cursorIn({ user, cursor }: Record<string, unknown>): Cursor[] {
  if (typeof user !== 'object' || user === null || typeof cursor !== 'object' || cursor === null) return []
  const { sheet, row, column } = cursor as Record<string, unknown>
  if (typeof sheet !== 'string' || typeof row !== 'string' || typeof column !== 'string') return []
  return [{ person: user as DocumentPerson, sheet, row, column }]
}
