import type { Message } from '@/api/Message'
import type { FrequentItem, Item, PathEntry, Permission } from '@/contract/entities'
import { folderIdOf, newFolderParentOf, titleOf } from './listLocation'
import type { ListHead, ListSource } from './listSources'
import { rowOfEnterprise, rowOfFrequent, type Row } from './rows'
import type { NewFolderParent } from '@/stores/items/ItemNames'

/** The facts about a place, apart from its rows. Each answer creates a new header. */
export class ListHeader {
  private byTypedId: ReadonlyMap<string, FrequentItem> | undefined

  /** @param nameHint shown until the server sends the place's name */
  constructor(
    private readonly at: ListSource,
    private readonly head: ListHead,
    private readonly nameHint: string,
  ) {}

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

  /** The place as a row that can be a favourite; null for a space, which cannot (decisions 4.22). */
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

  /** The path above the place, root first; empty where it is unknown. */
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

  /** Where the user may create a folder; null where they may not. */
  get newFolderParent(): NewFolderParent | null {
    return newFolderParentOf(this.at, this.head)
  }

  /** For a trash: whose it is, and which other trashes exist. */
  get trash(): ListHead['trash'] {
    return this.head.trash
  }

  /** Counts and kind of a row of the frequent space. */
  frequentOf(typedId: string): FrequentItem | undefined {
    this.byTypedId ??= new Map(this.head.frequent.map((entry) => [rowOfFrequent(entry).typed_id, entry]))
    return this.byTypedId.get(typedId)
  }
}
