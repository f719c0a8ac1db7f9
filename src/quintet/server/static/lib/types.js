// What the server and the pages tell each other, for the type checker; no page loads this file.

/** @typedef {{piece: string, origin: string, target: string, becomes: string}} Motion */
/**
 * @typedef {object} Ply
 * @property {number} ply counted from 1
 * @property {number} seat
 * @property {string} word
 * @property {string} said the move as a sentence
 * @property {boolean} automatic played by itself, like a forced pass
 * @property {Motion[]} motions
 * @property {Record<string, string>} labels the spots that read differently after it
 * @property {string} position
 */
/**
 * @typedef {object} Seat
 * @property {number} seat
 * @property {string} name
 * @property {number} side
 * @property {string} word
 * @property {string} sign the letter of a piece that is this seat's
 * @property {number} chair
 * @property {"person" | "engine" | "open"} kind
 * @property {boolean} joinable whether it may be taken without a key
 * @property {boolean} left whether whoever played it has gone
 * @property {boolean} present whether whoever plays it is there
 * @property {number | null} replaceable_in_ms when the others may ask for the engine instead
 * @property {number | string | null} level
 * @property {boolean} here whether this device may act for it
 * @property {number | null} clock_ms
 * @property {boolean} is_turn
 */
/** @typedef {{number: number, room: string, seat: number | null, name: string, text: string, at: number}} Line */
/** @typedef {{chair: number, url: string, qr_url: string}} Invitation */
/** @typedef {{ply: number, places: string[], sentence: string}} Overlooked */
/**
 * @typedef {object} Outcome
 * @property {string} sentence
 * @property {string} reason
 * @property {string} result
 * @property {string[][]} lines
 * @property {Overlooked[]} overlooked
 * @property {number[]} winners
 */
/** @typedef {{what: string, asker: number, sentence: string, mine: boolean, to?: number | null}} Question */
/**
 * @typedef {object} View
 * @property {number} number of the last event
 * @property {string} game
 * @property {string} title
 * @property {Record<string, string>} options
 * @property {"open" | "playing" | "over"} phase
 * @property {number | null} seat whose turn it is
 * @property {string} turn_name
 * @property {Seat[]} seats
 * @property {string} prompt
 * @property {Record<string, string[]>} paths moves as the places touched, if this device may move
 * @property {Record<string, string>} buttons the labels of touches that have no spot
 * @property {Record<string, string>} labels
 * @property {Ply[]} [plies]
 * @property {{last: string[]}} marks
 * @property {Outcome | null} outcome
 * @property {Question[]} questions
 * @property {Record<string, boolean>} allowed
 * @property {boolean} owner whether this device opened the table
 * @property {boolean} paused
 * @property {number} watchers how many look on
 * @property {{read: string[], write: string[]}} rooms of the chat, for this device
 * @property {Invitation[]} invitations the links to open chairs, for whoever opened the table
 * @property {Invitation[]} return_links the links that take one's own seats to another device
 * @property {{text: string, running: number | null, deadline_in_ms: number | null} | null} clock
 * @property {string} position
 * @property {string} record_url
 * @property {string | null} rematch_url
 */
/**
 * @typedef {object} MoveValue
 * @property {string} said
 * @property {number} chance
 * @property {"win" | "loss" | "draw" | "tie" | "chance"} kind
 * @property {number | null} plies
 * @property {string} known `proved`, `table` or `searched`
 * @property {string[]} path the places touched
 */
/** @typedef {{said: string, known: string, note: string | null}} PositionValue */
/** @typedef {{code: string, detail: string, rule?: string, places?: string[]}} Problem */
/**
 * @typedef {object} Message
 * @property {string} type
 * @property {number} number
 * @property {string} id
 * @property {View} view
 * @property {Ply[]} plies
 * @property {Problem} error
 * @property {string} move
 * @property {string[]} path
 * @property {string} said
 * @property {PositionValue} value
 * @property {number | null} chance
 * @property {number} ply after which the position stands
 * @property {number} depth
 * @property {Record<string, MoveValue>} moves
 * @property {number} seat
 * @property {boolean} on
 * @property {Line[]} lines of the chat
 * @property {boolean} whole whether these lines are all there are
 * @property {string} seen what is known of the chat after this
 * @property {boolean[]} seats who is there
 * @property {number} watchers
 */

export {};
