import { nextTick } from '@tarojs/taro'
import { observer } from 'mobx-react'
import type { IconName } from '@/components/ui/Icon'
import { useWords } from '@/components/ui/context'
import { RECEIVED_ID } from '@/domain/shares/received'
import { useApp } from '@/screens/app/AppContext'
import { keepName, openPlace } from '@/screens/items/places/openPlace'
import { PlacesPanel } from '@/screens/items/places/PlacesPanel'
import { placeOfEntry } from '@/screens/items/places/placeOfEntry'
import { wordMessage } from '@/screens/app/wording'
import type { SheetProps } from './SheetProps'

/** The path to the folder, then all spaces, and what the user received and shared (LIST-02, AH-47). */
export const NavigationOverlay = observer(function NavigationOverlay({
  list,
  overlays,
}: Omit<SheetProps, 'selection'>) {
  const app = useApp()
  const t = useWords()
  const close = () => overlays.close('filenav')
  return (
    <PlacesPanel
      current={list.at}
      onChoose={({ isCurrent, at: { space, id }, label, name = label }) => {
        const place = { space, ...(id !== undefined && { id: String(id) }) }
        void close().then(() => (isCurrent ? undefined : openPlace(app, place, name, 'relaunch')))
      }}
      pages={[
        {
          key: 'received',
          label: t('navigation.received'),
          icon: 'folder-input',
          onChoose: () => void close().then(() => app.platform.navigate.push({ page: 'shares', id: RECEIVED_ID })),
        },
        {
          key: 'shares',
          label: t('navigation.shares'),
          icon: 'share-2',
          onChoose: () => void close().then(() => app.platform.navigate.push({ page: 'shares' })),
        },
      ]}
      path={pathTo()}
      onClose={() => void close()}
    />
  )

  /** Empty for a space or a department, which is one of the lines below. */
  function pathTo() {
    const { pathAbove, title } = list.header
    if (list.at.space !== 'folder' || pathAbove.length === 0) return []
    const above = pathAbove.map((entry, level) => {
      const place = placeOfEntry(entry)
      const name = entry.name || (place.space === 'own' ? t('space.own') : '')
      const icon: IconName = place.space === 'own' ? 'user' : place.space === 'dept' ? 'building-2' : 'folder'
      const open = () => {
        keepName(app.placeNames, place, name)
        void (app.lazy.topPlaces?.openStep(place) ?? app.platform.navigate.push(place))
      }
      return {
        key: `path_${entry.typed_id}`,
        label: name,
        level: Math.min(level, 3),
        icon,
        // WeChat gives a step back to an open page-container instead of the page.
        onChoose: () => void close().then(() => nextTick(open)),
      }
    })
    return [
      ...above,
      {
        key: 'path',
        label: wordMessage(title, t),
        level: Math.min(above.length, 3),
        icon: 'folder' as const,
        isCurrent: true,
        isPathEnd: true,
        onChoose: () => void close(),
      },
    ]
  }
})
