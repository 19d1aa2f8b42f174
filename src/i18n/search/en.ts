import type { SearchPhrases } from './zhCN'

export const phrases: SearchPhrases = {
  search: {
    title: 'Search',
    placeholder: 'Names, contents, people, tags',
    clear: 'Clear',
    where: 'Where to search',
    in: { current: 'This location', all: 'All files' },
    found: '{n} item found|{n} items found',
    hits: '{n} match|{n} matches',
    field: {
      content: 'Content',
      description: 'Description',
      tags: 'Tags',
      creator: 'Created by',
      editor: 'Edited by',
    },
    hint: {
      title: 'What are you looking for?',
      text: 'Type words from a name, a document, a description, a tag, or the name of whoever created or edited it',
    },
    none: {
      title: 'Nothing found for “{words}”',
      text: 'Try other words',
      currentText: 'Nothing here matches',
      action: 'Search all files',
    },
  },
}
