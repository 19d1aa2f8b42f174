import type { MainPhrases } from './Phrases'

export const phrases: MainPhrases = {
  action: {
    back: 'Back',
    cancel: 'Cancel',
    close: 'Close',
    confirm: 'OK',
    gotIt: 'Got it',
    more: 'More actions',
    retry: 'Try again',
  },
  space: {
    frequent: 'Frequent',
    own: 'My files',
    dept: 'Department files',
    collab: 'Shared with me',
    trash: 'Recycle bin',
  },
  header: {
    chooseSpace: 'Switch location, now in {name}',
    messages: 'Messages',
    unread: 'Messages, {n} unread',
  },
  navigation: {
    external: 'External · {name}',
  },
  list: {
    label: 'Files',
    loading: 'Loading',
    search: 'Search files',
    sort: 'Sort',
    add: 'Upload or create',
    select: 'Select',
  },
  row: {
    more: 'More actions for {name}',
    encrypted: 'Encrypted',
    lockedBy: 'Locked by {name}',
    items: '{n} item|{n} items',
    folders: '{n} folder|{n} folders',
    departments: '{n} department|{n} departments',
    forbidden: 'No longer accessible',
    dismissed: 'Removed',
    origin: {
      owned: 'Shared by me',
      invited: 'Shared',
      external: 'External',
    },
  },
  time: {
    seconds: '{n} second ago|{n} seconds ago',
    minutes: '{n} minute ago|{n} minutes ago',
    hours: '{n} hour ago|{n} hours ago',
    yesterday: 'Yesterday',
    dayBefore: '2 days ago',
    months: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
    date: '{month} {day}',
    dateOfYear: '{month} {day}, {year}',
  },
  sort: {
    by: {
      date: 'Date modified',
      deleted: 'Date deleted',
      name: 'Name',
      size: 'Size',
    },
    order: {
      date: { asc: 'Oldest first', desc: 'Newest first' },
      name: { asc: 'A to Z', desc: 'Z to A' },
      size: { asc: 'Smallest first', desc: 'Largest first' },
    },
  },
  empty: {
    failed: {
      title: 'Couldn’t load this',
      text: 'Check your connection and try again',
    },
  },
  failure: {
    title: 'Notice',
    network: 'Network problem. Check your connection and try again',
    timeout: 'Failed to fetch: the server didn’t respond',
    http403: 'Access denied',
    http404: 'Network error: this address couldn’t be found',
    http500: 'Server error. Please try again later',
    http502: 'The server can’t be reached right now. Please try again',
    http504: 'Your request is still being processed. Check again shortly',
    sessionExpired: 'Your session has expired. Please sign in again',
    unknown: 'An unknown error occurred. Please try again later',
    signIn: 'Sign in again',
    requestId: 'Error ID {id}',
  },
}
