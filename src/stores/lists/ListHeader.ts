import { makeAutoObservable, observable } from 'mobx'
import type { Message } from '@/api/Message'
import type { FrequentItem, Item, PathEntry, Permission } from '@/contract/entities'
import type { Sort } from '@/domain/items/sorting'
import { folderIdOf, newFolderParentOf, titleOf } from './listLocation'
import { emptyHead, type ListHead, type ListSource } from './listSources'
import { itemOf, rowOfEnterprise, rowOfFrequent, type Row } from './rows'
import type { NewFolderParent } from '@/stores/items/ItemNames'

/** What the place of a list tells of itself beside its rows. */
export class ListHeader {
  private head: ListHead = emptyHead

  /** @param nameHint what the place is called until the server says it */
  constructor(
    private readonly at: ListSource,
    private readonly nameHint: string,
  ) {
    makeAutoObservable<this, 'head' | 'at' | 'nameHint'>(this, { head: observable.ref, at: false, nameHint: false })
  }

  /** The order in force, as the server says; null where the space has none. */
  get sort(): Sort | null {
    return this.head.sort
  }

  get title(): Message {
    return titleOf(this.at, this.head, this.nameHint)
  }

  /** The place itself as an item; null for a whole space. */
  get folder(): Item | null {
    return this.head.folder
  }

  /** The folder whose children the place shows: 0 the own root, null for none. */
  get folderId(): number | null {
    return folderIdOf(this.at, this.head)
  }

  /** The place as a row that can be a favourite; null for a space that cannot (decisions 4.22). */
  get asRow(): Row | null {
    const {
      at: { space, id },
      head: { folder, path, isFavourite },
    } = this
    if (space !== 'external') return folder
    const [type, number] = id.split('_')
    return type === 'enterprise'
      ? rowOfEnterprise(Number(number), path[path.length - 1]?.name ?? '', isFavourite)
      : null
  }

  /** What the place lies in, root first; empty where that is unknown. */
  get pathAbove(): readonly PathEntry[] {
    return this.head.path.slice(0, -1)
  }

  get isFavourite(): boolean {
    return this.head.isFavourite
  }

  /** What the user may do in the place itself. */
  get permissions(): readonly Permission[] {
    return this.head.permissions
  }

  /** Where a new folder is made, to someone who may make one; null where none can. */
  get newFolderParent(): NewFolderParent | null {
    return newFolderParentOf(this.at, this.head)
  }

  /** Of a trash: whose it is, and which others there are. */
  get trash(): ListHead['trash'] {
    return this.head.trash
  }

  /** Counts and kind of a frequent row. */
  frequentOf(typedId: string): FrequentItem | undefined {
    return this.frequent.get(typedId)
  }

  /** Takes what the server says, or said to an earlier version: then some of it may be missing. */
  told(head: Partial<ListHead>) {
    this.head = { ...emptyHead, ...head }
  }

  /** The place has another name or is a favourite now. */
  changed(row: Row) {
    this.head = { ...this.head, folder: itemOf(row), isFavourite: row.is_frequently_used }
  }

  private get frequent(): ReadonlyMap<string, FrequentItem> {
    return new Map(this.head.frequent.map((entry) => [rowOfFrequent(entry).typed_id, entry]))
  }
}
