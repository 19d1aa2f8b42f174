import { makeAutoObservable, observable } from 'mobx'
import type { OpenItem } from '@/contract/applications'

/** The chosen files, across folders, up to a maximum (PICK-02). */
export class OpenChoice {
  chosen: readonly OpenItem[] = []

  /** @param most null: no maximum */
  constructor(readonly most: number | null) {
    makeAutoObservable(this, { chosen: observable.ref, most: false })
  }

  has({ id }: Pick<OpenItem, 'id'>): boolean {
    return this.chosen.some((each) => each.id === id)
  }

  get isFull(): boolean {
    return this.most !== null && this.chosen.length >= this.most
  }

  /** Adds or removes a file. @returns false where the maximum is reached */
  toggle(item: OpenItem): boolean {
    if (this.has(item)) this.chosen = this.chosen.filter(({ id }) => id !== item.id)
    else if (this.isFull) return false
    else this.chosen = [...this.chosen, item]
    return true
  }
}

/** Whether a row can be chosen: only files that may be downloaded (1§6). */
export function mayChoose({ type, action_permissions: may }: OpenItem): boolean {
  return type === 'file' && may.perm_download
}

/** Whether the user may add items to a folder (2§6). */
export function mayPick({ permissions }: OpenItem): boolean {
  return permissions.includes('item_upload') || permissions.includes('create_folder')
}
