import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { Header } from '@/components/frame/Header'
import { IconButton } from '@/components/ui/IconButton'
import { SelectBar, type SelectAction } from '@/components/lists/SelectBar'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import type { Item } from '@/contract/entities'
import type { Words } from '@/i18n/words'
import { ManyItems } from '@/stores/items/ManyItems'
import type { SelectionStore } from '@/stores/items/lists/SelectionStore'
import { useApp } from '@/screens/app/AppContext'
import type { SheetProps } from './sheets/SheetProps'

type Act = (items: readonly Item[]) => Promise<boolean>

/** Header and bar while rows are being chosen; an action ends that (AH-10). */
export const SelectMode = observer(function SelectMode({ list, overlays, selection }: SheetProps) {
  const app = useApp()
  const t = useWords()
  const { lazy } = app
  const leave = () => overlays.close('select')
  const [isCarrying, setCarrying] = useState(false)
  const isIn = (flag: 'movecopy' | 'share') => overlays.valueFor(flag) !== undefined
  const isPutDown = isCarrying && !lazy.chosenItems?.items && !isIn('movecopy') && !isIn('share')
  useEffect(() => {
    if (isPutDown) void overlays.close('select')
  }, [isPutDown, overlays])
  const isAll = selection.count > 0 && list.pages.held.isComplete && selection.count >= list.rows.length
  return (
    <>
      <View className="select-head" role="region" aria-label={t('list.select')}>
        <Header
          title={titleOf(selection, list.total ?? 0, t)}
          leading={<IconButton icon="x" label={t('action.close')} onPress={() => void leave()} />}
          trailing={
            <TextButton
              label={t(isAll || selection.isGathering ? 'many.noneOfThem' : 'many.all')}
              onPress={() => (isAll || selection.isGathering ? selection.clear() : void selection.chooseAll(list))}
            />
          }
        />
      </View>
      <SelectBar label={t('many.bar')} isEmpty={selection.count === 0 || selection.isGathering} actions={actionsOf()} />
    </>
  )

  function actionsOf(): SelectAction[] {
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
      entry('move', 'folder-input', (items) => pickDestination(many, items, 'move')),
      entry('copy', 'copy', (items) => pickDestination(many, items, 'copy')),
      ...(list.at.space === 'frequent' ? [] : [entry('favourite', 'star', (items) => many.addFavourites(items))]),
      entry('delete', 'trash-2', (items) => many.remove(items)),
    ]
  }

  /** Ends the selection first: going back later would cancel the download. */
  async function download(items: readonly Item[]) {
    await leave()
    await new ManyItems(app).download(items)
    return false
  }

  /** The picker lies above the selection, which ends when the items are moved or copied. */
  async function pickDestination(many: ManyItems, items: readonly Item[], action: 'move' | 'copy') {
    setCarrying(await many.pickDestination(items, action))
    return false
  }

  /** The selection stays until something was done, so that a refusal or a cancelled dialog does not lose it. */
  async function run(act: Act) {
    const { items } = selection
    if (await act(items)) await leave()
  }
})

function titleOf(selection: SelectionStore, total: number, t: Words): string {
  const { count, isGathering } = selection
  if (isGathering) return t('many.gathering', { n: count, total })
  return count === 0 ? t('many.none') : t('many.count', { n: count })
}
