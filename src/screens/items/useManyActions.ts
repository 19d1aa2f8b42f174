import { useEffect, useRef, useState } from 'react'
import type { SelectAction } from '@/components/lists/SelectBar'
import { useWords } from '@/components/ui/context'
import type { Item } from '@/contract/entities'
import type { ListStore } from '@/stores/items/lists/ListStore'
import { ManyItems } from '@/stores/items/ManyItems'
import type { SelectionStore } from '@/stores/items/lists/SelectionStore'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { useApp } from '../app/AppContext'

interface Selected {
  list: ListStore
  overlays: OverlayStore
  selection: SelectionStore
  /** Ends the selection. */
  leave(): Promise<void>
}

type Act = (items: readonly Item[]) => Promise<boolean>

/** The actions on the selected items of a list (AH-10), for observers. */
export function useManyActions({ list, overlays, selection, leave }: Selected): SelectAction[] {
  const app = useApp()
  const t = useWords()
  const { lazy } = app
  const [isCarrying, setCarrying] = useState(false)
  const isIn = (flag: 'movecopy' | 'share') => overlays.valueFor(flag) !== undefined
  const isPutDown = isCarrying && !lazy.chosenItems?.items && !isIn('movecopy') && !isIn('share')
  const end = useRef(leave)
  end.current = leave
  useEffect(() => {
    if (!isPutDown) return
    setCarrying(false)
    void end.current()
  }, [isPutDown])

  const many = new ManyItems(app)
  const entry = (
    key: 'download' | 'share' | 'move' | 'copy' | 'favourite' | 'delete' | 'restore' | 'farewell',
    icon: SelectAction['icon'],
    act: Act,
  ): SelectAction => ({
    key,
    icon,
    label: t(`many.${key}`),
    danger: key === 'delete' || key === 'farewell',
    onPress: () => void run(act),
  })
  if (list.at.space === 'trash') {
    return [
      entry('restore', 'undo-2', (items) => many.restore(items)),
      entry('farewell', 'trash-2', (items) => many.deletePermanently(items)),
    ]
  }
  return [
    ...(app.platform.can.saveByAddress ? [entry('download', 'download', download)] : []),
    entry('share', 'share-2', async (items) => {
      setCarrying(await many.share(items))
      return false
    }),
    entry('move', 'folder-input', (items) => pickDestination(items, 'move')),
    entry('copy', 'copy', (items) => pickDestination(items, 'copy')),
    ...(list.at.space === 'frequent' ? [] : [entry('favourite', 'star', (items) => many.addFavourites(items))]),
    entry('delete', 'trash-2', (items) => many.remove(items)),
  ]

  /** Ends the selection first: going back later would cancel the download. */
  async function download(items: readonly Item[]) {
    await leave()
    await new ManyItems(app).download(items)
    return false
  }

  /** The picker lies above the selection, which ends when the items are moved or copied. */
  async function pickDestination(items: readonly Item[], action: 'move' | 'copy') {
    setCarrying(await many.pickDestination(items, action))
    return false
  }

  /** The selection stays until something was done, so that a refusal or a cancelled dialog does not lose it. */
  async function run(act: Act) {
    const { items } = selection
    if (await act(items)) await leave()
  }
}
