import { observer } from 'mobx-react'
import { AccountBar } from '@/components/AccountBar'
import { useWords } from '@/components/context'
import { useApp } from '@/screens/AppContext'
import { PlacesPanel } from '@/screens/places/PlacesPanel'
import { useAccount } from '@/screens/places/useAccount'
import type { SheetProps } from './SheetProps'

/** Every space one can go to, and the account at its foot (LIST-02). */
export const NavigationOverlay = observer(function NavigationOverlay({
  list,
  overlays,
}: Omit<SheetProps, 'selection'>) {
  const {
    platform: { navigate },
  } = useApp()
  const t = useWords()
  const account = useAccount()
  const close = () => overlays.close('filenav')
  return (
    <PlacesPanel
      current={list.at}
      onChoose={({ isCurrent, at: { space, id } }) => {
        const place = { page: 'files' as const, space, ...(id !== undefined && { id: String(id) }) }
        void close().then(() => (isCurrent ? undefined : navigate.relaunch(place)))
      }}
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
