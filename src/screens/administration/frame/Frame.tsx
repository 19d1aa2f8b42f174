import { observer } from 'mobx-react'
import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { Avatar } from '@/components/ui/Avatar'
import { Icon, type IconName } from '@/components/ui/Icon'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import { writeAddress, type ConsolePlace } from '@/stores/administration/AddressStore'
import { useConsole } from '../ConsoleContext'
import { Btn } from '../controls/Btn'

const icons: Record<ConsolePlace, IconName> = {
  overview: 'chart-column',
  people: 'user',
  import: 'user-plus',
  departments: 'building-2',
  groups: 'users',
  policies: 'shield',
  sharing: 'share-2',
  applications: 'blocks',
  audit: 'scroll-text',
  appearance: 'palette',
}

/** The head and the menu of the console around a place. A phone opens the menu. */
export const Frame = observer(function Frame({ children }: { children: ReactNode }) {
  const { platform, session } = useApp()
  const t = useWords<'admin'>()
  const [isOpen, setOpen] = useState(false)
  const { user, enterprise } = session
  const { address } = useConsole()
  const main = useRef<HTMLElement>(null)
  useSlash(main)
  const back = () => address.leaving.leave(() => void platform.navigate.back())
  return (
    <>
      <header className="console-top">
        <Btn isIcon icon="menu" label={t('admin.menu')} aria-expanded={isOpen} onPress={() => setOpen(!isOpen)} />
        <span className="console-logo" aria-hidden>
          <Icon name="building-2" size={18} />
        </span>
        <span className="console-title">{t('admin.title', { name: enterprise?.name ?? '' })}</span>
        <Btn tone="quiet" icon="arrow-left" label={t('admin.back')} onPress={back} />
        {user ? <Avatar userId={user.id} name={user.name} picture={user.avatar} /> : null}
      </header>
      <div className="console-middle">
        <Rail isOpen={isOpen} onClose={() => setOpen(false)} />
        <main className="console-main" ref={main}>
          {children}
        </main>
      </div>
    </>
  )
})

/** The menu of places: links, so that a browser opens them in tabs. */
const Rail = observer(function Rail({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const { address, places, role } = useConsole()
  const t = useWords<'admin'>()
  function open(event: MouseEvent, place: ConsolePlace) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onClose()
    address.open(place)
  }
  return (
    <nav
      className={classes('console-rail', isOpen && 'console-rail-open')}
      aria-label={t('admin.navigation')}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      {places.map((place) => (
        <a
          key={place}
          href={writeAddress({ place, id: null, query: {} })}
          className="rail-link"
          aria-current={address.place === place ? 'page' : undefined}
          onClick={(event) => open(event, place)}
        >
          <Icon name={icons[place]} size={20} />
          <span>{t(`admin.places.${place}`)}</span>
        </a>
      ))}
      <span className="rail-foot">{t(`admin.roles.${role}`)}</span>
    </nav>
  )
})

/** `/` goes to the search of the place, unless the user writes something. */
function useSlash(main: React.RefObject<HTMLElement>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (event.key !== '/' || target.closest('input,textarea,[role=dialog]')) return
      const search = main.current?.querySelector<HTMLElement>('input[type=search]')
      if (!search) return
      event.preventDefault()
      search.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [main])
}
