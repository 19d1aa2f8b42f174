import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Field } from '@/components/fields/Field'
import { MenuList, type MenuEntry } from '@/components/sheets/MenuList'
import { useWords } from '@/components/ui/context'
import type { SearchedPerson } from '@/domain/search/filters'
import { useApp } from '@/screens/app/AppContext'
import { useDisposable } from '@/screens/app/useDisposable'
import { PeopleFinder } from '@/stores/search/PeopleFinder'
import type { SearchStore } from '@/stores/search/SearchStore'
import type { ChoiceProps } from './ChoiceProps'

/** The user, the creators of what was found, and the contacts that match a typed name. */
export const PersonChoice = observer(function PersonChoice({ search, onChoose }: ChoiceProps) {
  const app = useApp()
  const t = useWords<'search'>()
  const finder = useDisposable(() => new PeopleFinder(app))
  const chosen = search.filters.person
  const me = app.sessionContext.user
  const entryOf = ({ id, name }: SearchedPerson, value?: string): MenuEntry => ({
    key: String(id),
    label: id === me?.id ? t('search.person.me', { name }) : name,
    value,
    isChosen: id === chosen?.id,
    onSelect: () => onChoose({ person: { id, name } }),
  })
  const any: MenuEntry = {
    key: 'any',
    label: t('search.filter.any'),
    isChosen: chosen === null,
    onSelect: () => onChoose({ person: null }),
  }
  const near = [...(me ? [me] : []), ...creatorsOf(search), ...(chosen ? [chosen] : [])]
  const entries =
    finder.phase === 'idle'
      ? [any, ...distinct(near).map((person) => entryOf(person))]
      : finder.found.map((contact) => entryOf(contact, contact.place))
  const note = { idle: '', loading: t('search.person.loading'), failed: t('search.person.failed'), ready: '' }[
    finder.phase
  ]
  return (
    <>
      <View className="search-person">
        <Field
          label={t('search.person.find')}
          value={finder.text}
          confirmType="search"
          onChange={(text) => finder.setText(text)}
          onConfirm={() => finder.submit()}
        />
      </View>
      <MenuList entries={entries} />
      <View className="search-note" role="status">
        {finder.phase === 'ready' && entries.length === 0 ? t('search.person.none') : note}
      </View>
    </>
  )
})

/** people of the results that are offered */
const MOST_CREATORS = 8

function creatorsOf({ list }: SearchStore): SearchedPerson[] {
  const creators = (list?.rows ?? []).flatMap((row) => ('creator' in row ? [row.creator as SearchedPerson] : []))
  return distinct(creators.filter(({ id, name }) => id > 0 && name !== '')).slice(0, MOST_CREATORS)
}

function distinct(people: readonly SearchedPerson[]): SearchedPerson[] {
  return [...new Map(people.map((person) => [person.id, person])).values()]
}
