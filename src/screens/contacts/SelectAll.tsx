import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import type { ContactList } from '@/stores/contacts/ContactList'
import type { ContactSelection } from '@/stores/contacts/ContactSelection'
import '@/components/rows/rowCheck.scss'

interface Props {
  list: ContactList
  selection: ContactSelection
}

/** Chooses all listed people, including pages not yet loaded (CONT-01). */
export const SelectAll = observer(function SelectAll({ list, selection }: Props) {
  const t = useWords<'people'>()
  const n = list.peopleCount
  const isGathering = selection.gathering === list
  const isOn = selection.hasAll(list)
  // One person's own row does the same.
  if (n < 2) return null
  const text = list.place.at === 'department' ? t('contacts.allOfDepartment', { n }) : t('contacts.all', { n })
  return (
    <View
      className="contacts-all"
      role="checkbox"
      aria-checked={isOn}
      aria-busy={isGathering || undefined}
      onClick={() => void selection.toggleAll(list)}
    >
      <View className={classes('contact-check', isOn && 'row-checked', isGathering && 'contact-gathering')} />
      <View className="contacts-all-text">{isGathering ? t('contacts.gathering', { n }) : text}</View>
    </View>
  )
})
