import type { PickPhrases } from './zhCN'

export const phrases: PickPhrases = {
  pick: {
    title: { move: 'Move to', copy: 'Copy to', add: 'Where to add' },
    into: { move: 'Move to “{name}”', copy: 'Copy to “{name}”', add: 'Add to “{name}”' },
    chooseSpace: '{title}, choose a place, now {name}',
    newFolder: 'New',
    path: 'You are here',
    search: 'Search folders',
    searchHint: 'Type part of a folder’s name',
    block: {
      no_folder: 'Choose a folder',
      no_permission: 'You don’t have permission to add anything here',
      already_here: 'It’s already in this folder',
    },
    empty: {
      title: 'No folders here',
      text: 'You can put it right here',
      elsewhere: 'Try another place',
    },
  },
}
