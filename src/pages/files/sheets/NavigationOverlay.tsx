import { observer } from 'mobx-react'
import { AccountBar } from '@/components/frame/AccountBar'
import { useWords } from '@/components/ui/context'
import { RECEIVED_ID } from '@/domain/shares/received'
import { useApp } from '@/screens/app/AppContext'
import { openPlace } from '@/screens/items/places/openPlace'
import { PlacesPanel } from '@/screens/items/places/PlacesPanel'
import { useAccount } from '@/screens/items/places/useAccount'
import type { SheetProps } from './SheetProps'

/** All spaces, what the user received and shared, and the account at the foot (LIST-02). */
export const NavigationOverlay = observer(function NavigationOverlay({
  list,
  overlays,
}: Omit<SheetProps, 'selection'>) {
  const app = useApp()
  const t = useWords()
  const account = useAccount()
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
      onClose={() => void close()}
      foot={
        account && (
          <AccountBar
            {...account}
            label={t('navigation.me')}
            onPress={() => void close().then(() => overlays.show('me'))}
          />
        )
      }
    />
  )
})
