import { observer } from 'mobx-react'
import { Header, type HeaderAction } from '@/components/frame/Header'
import { useWords } from '@/components/ui/context'
import type { ListStore } from '@/stores/items/lists/ListStore'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { useApp } from '@/screens/app/AppContext'
import { wordMessage } from '@/screens/app/wording'

interface Props {
  list: ListStore
  overlays: OverlayStore
}

/** Name of the place and the way to others; favourite and menu of a folder (LIST-01). */
export const FilesHeader = observer(function FilesHeader({ list, overlays }: Props) {
  const app = useApp()
  const { navigate } = app.platform
  const t = useWords()
  const name = wordMessage(list.header.title, t)
  // A place that failed to load, or that the user may not see, has no name to show.
  const title = name || (list.phase === 'loading' ? '' : t('tabs.files'))
  const isInside = list.at.id !== undefined
  const isOpen = overlays.valueFor('filenav') !== undefined
  return (
    <Header
      title={title}
      titleLabel={title ? t('header.chooseSpace', { name: title }) : undefined}
      expanded={isOpen}
      onTitle={title ? () => (isOpen ? void overlays.close('filenav') : overlays.show('filenav')) : undefined}
      onBack={isInside || navigate.depth() > 0 ? () => void navigate.back() : undefined}
      actions={actionsOf()}
    />
  )

  function actionsOf(): HeaderAction[] {
    const { folder, asRow, isFavourite } = list.header
    if (!asRow || list.phase !== 'ready') return []
    return [
      {
        icon: isFavourite ? 'star-filled' : 'star',
        label: t(isFavourite ? 'header.unfavourite' : 'header.favourite'),
        pressed: isFavourite,
        onPress: () =>
          void import(/* webpackChunkName: "overlays" */ '@/stores/items/setFavourite').then(({ setFavourite }) =>
            setFavourite(app, asRow, !isFavourite),
          ),
      },
      ...(folder
        ? [
            {
              icon: 'ellipsis' as const,
              label: t('action.more'),
              onPress: () => overlays.show('actionsheet', folder.typed_id),
            },
          ]
        : []),
    ]
  }
})
