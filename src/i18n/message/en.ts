import type { MessagePhrases } from './Phrases'

export const phrases: MessagePhrases = {
  messages: {
    list: 'Messages',
    choose: 'Choose which messages to see, now {kind}',
    kinds: 'Which messages',
    kind: { all: 'All messages', comment: 'Comments', share_link: 'Shares', collab: 'Collaboration' },
    markAll: 'Mark all read',
    markRead: 'Mark as read',
    remove: 'Delete',
    unread: 'Unread',
    more: 'More actions for {name}',
    unnamed: 'Background task',
    finished: {
      copy: 'Copied to “{folder}”|{n} items copied to “{folder}”',
      move: 'Moved to “{folder}”|{n} items moved to “{folder}”',
    },
    failed: {
      copy: 'Couldn’t be copied to “{folder}”: {reason}|{n} items couldn’t be copied to “{folder}”: {reason}',
      move: 'Couldn’t be moved to “{folder}”: {reason}|{n} items couldn’t be moved to “{folder}”: {reason}',
    },
    notice: {
      share_opened: 'Somebody opened your share for the first time',
      share_limit: 'The previews or downloads of your share are used up',
      share_expiring: 'Your share expires within a day',
      share_waiting: 'A share is waiting for your approval',
      share_approved: 'Your share was approved',
      share_refused: 'Your share was refused',
      collect_reminder: 'Files are waiting to be handed in',
    },
    shared: {
      s1: '{sender} shared this with you',
      s2: '{sender} opened this share again',
      s4: '{sender} changed the message of this share',
      said: '{what}: {text}',
    },
    comment: {
      said: '{sender}: {text}',
      mentioned: '{sender} mentioned you: {text}',
      voice: 'Voice',
    },
    empty: {
      all: { title: 'No messages yet', text: 'New messages show up here' },
      comment: { title: 'No messages about comments', text: 'When someone comments or mentions you, it shows up here' },
      share_link: { title: 'No messages about shares', text: 'What others share with you shows up here' },
      collab: {
        title: 'No messages about collaboration',
        text: 'Invitations and the results of copying and moving in the background show up here',
      },
    },
  },
}
