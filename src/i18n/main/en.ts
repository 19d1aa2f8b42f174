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
    save: 'Save',
    undo: 'Undo',
  },
  space: {
    frequent: 'Frequent',
    own: 'My files',
    dept: 'Department files',
    collab: 'Shared with me',
    trash: 'Recycle bin',
    trashOf: 'Recycle bin of {name}',
  },
  header: {
    chooseSpace: 'Switch location, now in {name}',
    favourite: 'Add to Frequent',
    unfavourite: 'Remove from Frequent',
  },
  navigation: {
    title: 'Switch location',
    expand: 'Expand {name}',
    collapse: 'Collapse {name}',
    external: 'External · {name}',
    me: 'My account',
  },
  list: {
    label: 'Files',
    loading: 'Loading',
    loadFailed: 'Couldn’t load. Tap to try again',
    search: 'Search files',
    sort: 'Sort',
    add: 'Upload or create',
  },
  row: {
    more: 'More actions for {name}',
    encrypted: 'Encrypted',
    lockedBy: 'Locked by {name}',
    deletedBy: 'Deleted by {name}',
    items: '{n} item|{n} items',
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
    list: {
      title: 'Nothing here yet',
      text: 'Upload photos and documents, or create a folder',
      readOnly: 'New files will show up here',
      action: 'Upload',
    },
    frequent: {
      title: 'No frequent files yet',
      text: 'Choose “Add to Frequent” in a file’s menu to keep it here',
    },
    collab: {
      title: 'Nothing shared with you yet',
      text: 'Folders others invite you to will show up here',
    },
    trash: {
      title: 'The recycle bin is empty',
      text: 'Deleted files and folders are kept here first',
    },
    closed: {
      title: 'Personal files are turned off',
      text: 'Your company has turned off personal files. Use department or shared folders instead',
    },
    removed: {
      title: 'This is no longer here',
      text: 'It may have been deleted, or you no longer have access',
      action: 'Go to home',
    },
    failed: {
      title: 'Couldn’t load this',
      text: 'Check your connection and try again',
    },
    expired: {
      title: 'Your company’s subscription has expired',
      noHotline: 'Contact your administrator',
    },
  },
  base: {
    noPermission: 'You don’t have permission to do this',
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
