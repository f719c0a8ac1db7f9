// Types for the checker, generated from quintet.server.schemas by tools/page_types.py; do not edit.

/** @typedef {"bad_event" | "bad_move" | "bad_option" | "bad_position" | "bad_record" | "body_too_large" | "busy" | "cross_site" | "forbidden" | "illegal_move" | "internal_error" | "invalid_field" | "invalid_token" | "malformed_request" | "method_not_allowed" | "not_allowed" | "not_found" | "request_timeout" | "stale_command" | "idempotency_conflict" | "too_many_requests" | "unavailable" | "unknown_game" | "unknown_host"} Code */
/**
 * A problem as RFC 9457 has it; the members after `instance` are extensions.
 * @typedef {object} Problem
 * @property {string} type
 * @property {string} title
 * @property {number} status
 * @property {string} detail
 * @property {string} instance
 * @property {Code} code
 * @property {string} [field]
 * @property {string[]} [allowed]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {number} [min_length]
 * @property {number} [max_length]
 * @property {string} [rule]
 * @property {string[]} [places]
 * @property {number} [column]
 * @property {number} [retry_after]
 */
/** @typedef {"person" | "engine" | "open"} ChairKind */
/**
 * What a move does to one piece.
 * @typedef {object} Motion
 * @property {string} piece
 * @property {string} origin
 * @property {string} target
 * @property {string} becomes
 */
/**
 * A move that was played.
 * @typedef {object} Ply
 * @property {number} ply counted from 1
 * @property {number} seat
 * @property {string} word
 * @property {string} said the move as a sentence
 * @property {boolean} automatic played by itself, like a forced pass
 * @property {Motion[]} motions
 * @property {Record<string, string>} labels the spots that read differently after it
 * @property {string} position
 * @property {string[]} claimed the places a claim points at
 * @property {string | null} remark why a claim is wrong
 */
/**
 * A seat and its player; before the start, the seats are the chairs.
 * @typedef {object} Seat
 * @property {number} seat
 * @property {number} chair
 * @property {string} name
 * @property {number} side
 * @property {string} colour of the side's pieces, or their symbol; empty where all share the pieces
 * @property {string} word
 * @property {string} sign the letter of a piece that is this seat's
 * @property {ChairKind} kind
 * @property {number | null} level
 * @property {boolean} here whether this device may act for it
 * @property {boolean} joinable whether it may be taken without a key
 * @property {boolean} present whether its player is there
 * @property {boolean} left whether its player has left
 * @property {boolean} stand_in whether the engine plays until its player is back
 * @property {number | null} replaceable_in_ms when the others may ask for the engine to stand in
 * @property {boolean} renewable whether this device may make a new link to it
 * @property {boolean} removable whether this device may ask its player to leave
 * @property {number | null} clock_ms
 * @property {boolean} is_turn
 * @property {number | null} points over this game and those it is a rematch of
 */
/**
 * The rooms of the chat that a device may read and write.
 * @typedef {object} Rooms
 * @property {Room[]} read
 * @property {Room[]} write
 * @property {string | null} closed why players may not write, where partners may not confer (QX14)
 */
/**
 * A link to a chair: an invitation, or one's own seat for another device.
 * @typedef {object} ChairLink
 * @property {number} chair
 * @property {string} url
 * @property {string} qr_url
 */
/**
 * Places to mark on the board.
 * @typedef {object} Marks
 * @property {string[]} last where the latest piece went
 * @property {string[]} origin where it came from, if from the board
 */
/**
 * A line that nobody called.
 * @typedef {object} Overlooked
 * @property {number} ply
 * @property {string[]} places
 * @property {string} sentence
 */
/**
 * How the game ended.
 * @typedef {object} TableOutcome
 * @property {string} sentence
 * @property {string} title who won, to this device: "You won"
 * @property {string} why the reason, to this device
 * @property {string} reason
 * @property {string} result
 * @property {string[][]} lines
 * @property {number[]} winners
 * @property {Overlooked[]} overlooked
 */
/**
 * What a player asks the others for.
 * @typedef {object} Question
 * @property {"draw" | "take_back" | "rematch" | "pause" | "resume" | "replace" | "stand_in"} what
 * @property {number} asker
 * @property {string} sentence
 * @property {boolean} mine whether it is for this device to answer
 * @property {number[]} waits_for
 * @property {number | null} to how many plies a take-back leaves
 * @property {number | null} seat_of whose seat the engine would play
 * @property {number | null} level
 */
/**
 * A question of this device that was declined, until it plays on.
 * @typedef {object} DeclinedQuestion
 * @property {"draw" | "take_back" | "rematch" | "pause" | "resume" | "replace" | "stand_in"} what
 * @property {number} by
 * @property {string} sentence
 */
/**
 * What this device may ask for now.
 * @typedef {object} Allowed
 * @property {boolean} take_back
 * @property {boolean} draw
 * @property {boolean} resign
 * @property {boolean} rematch
 * @property {boolean} pause
 * @property {boolean} resume
 * @property {boolean} leave
 * @property {boolean} return
 * @property {boolean} fill
 * @property {boolean} hint
 * @property {boolean} swap
 * @property {boolean} values
 */
/**
 * The clock of a table.
 * @typedef {object} TableClock
 * @property {string} text
 * @property {string} said
 * @property {"move" | "increment" | "total"} kind
 * @property {number | null} running
 * @property {number | null} deadline_in_ms
 */
/**
 * One thing the players have agreed on, in words.
 * @typedef {object} Agreement
 * @property {string} said
 * @property {string} house_rule H1 to H5 where it is a rule of ours; else empty
 */
/**
 * How a table stands now.
 * @typedef {object} PresentView
 * @property {number} number of the latest event
 * @property {string} game
 * @property {string} title
 * @property {Record<string, string>} options
 * @property {"open" | "playing" | "over"} phase
 * @property {number | null} seat whose turn it is
 * @property {string | null} turn_name
 * @property {boolean} paused
 * @property {number | null} ply_limit after so many plies the game is a draw (H5)
 * @property {Agreement[]} agreements
 * @property {boolean} draws whether a draw can be offered at this table
 * @property {boolean} public
 * @property {boolean} spectators
 * @property {"starter_first" | "starter_second"} look which side has which colour or symbol
 * @property {boolean} owner whether this device opened the table
 * @property {Seat[]} seats
 * @property {number} watchers
 * @property {Rooms} rooms
 * @property {ChairLink[]} invitations
 * @property {ChairLink[]} return_links
 * @property {string} prompt
 * @property {Record<string, string>} prompts what is asked after some touches; `*` is any touch
 * @property {string} asked_piece the letter of the piece that the prompt is about, if any
 * @property {string[]} actions
 * @property {Record<string, string[]>} paths moves as the places touched, if this device may move
 * @property {Record<string, string[][]>} more_paths other ways to touch a move
 * @property {Record<string, string>} buttons the labels of touches that have no spot
 * @property {Record<string, string>} labels what every spot of the picture says
 * @property {Marks} marks
 * @property {TableOutcome | null} outcome
 * @property {Question[]} questions
 * @property {DeclinedQuestion[]} declined
 * @property {number} stand_in_level of the engine that stands in for a player who is away
 * @property {Allowed} allowed
 * @property {TableClock | null} clock
 * @property {string} position
 * @property {string} start the position before the first ply
 * @property {string} record_url
 * @property {string | null} rematch_url
 */
/**
 * How a table stands now, with the latest plies.
 * @typedef {object} View
 * @property {number} number of the latest event
 * @property {string} game
 * @property {string} title
 * @property {Record<string, string>} options
 * @property {"open" | "playing" | "over"} phase
 * @property {number | null} seat whose turn it is
 * @property {string | null} turn_name
 * @property {boolean} paused
 * @property {number | null} ply_limit after so many plies the game is a draw (H5)
 * @property {Agreement[]} agreements
 * @property {boolean} draws whether a draw can be offered at this table
 * @property {boolean} public
 * @property {boolean} spectators
 * @property {"starter_first" | "starter_second"} look which side has which colour or symbol
 * @property {boolean} owner whether this device opened the table
 * @property {Seat[]} seats
 * @property {number} watchers
 * @property {Rooms} rooms
 * @property {ChairLink[]} invitations
 * @property {ChairLink[]} return_links
 * @property {string} prompt
 * @property {Record<string, string>} prompts what is asked after some touches; `*` is any touch
 * @property {string} asked_piece the letter of the piece that the prompt is about, if any
 * @property {string[]} actions
 * @property {Record<string, string[]>} paths moves as the places touched, if this device may move
 * @property {Record<string, string[][]>} more_paths other ways to touch a move
 * @property {Record<string, string>} buttons the labels of touches that have no spot
 * @property {Record<string, string>} labels what every spot of the picture says
 * @property {Marks} marks
 * @property {TableOutcome | null} outcome
 * @property {Question[]} questions
 * @property {DeclinedQuestion[]} declined
 * @property {number} stand_in_level of the engine that stands in for a player who is away
 * @property {Allowed} allowed
 * @property {TableClock | null} clock
 * @property {string} position
 * @property {string} start the position before the first ply
 * @property {string} record_url
 * @property {string | null} rematch_url
 * @property {Ply[]} plies
 */
/**
 * The table as it stands: at first, after a take-back, and when asked for.
 * @typedef {object} ViewMessage
 * @property {"view"} type
 * @property {number} number
 * @property {View} view
 */
/**
 * What has happened since the last message.
 * @typedef {object} EventsMessage
 * @property {"events"} type
 * @property {number} number
 * @property {Record<string, unknown>[]} events
 * @property {Ply[]} plies
 * @property {PresentView} view
 */
/**
 * A command's events are on disk.
 * @typedef {object} AcceptedMessage
 * @property {"accepted"} type
 * @property {string} id
 * @property {number} number
 * @property {number} [line] of the chat, where something was said
 */
/**
 * A command was refused.
 * @typedef {object} RefusedMessage
 * @property {"refused"} type
 * @property {string} id
 * @property {Problem} error
 */
/**
 * What the engine would play.
 * @typedef {object} HintMessage
 * @property {"hint"} type
 * @property {number} number
 * @property {string} move
 * @property {string[]} path
 * @property {Motion[]} motions
 * @property {string} said
 * @property {string} value
 */
/**
 * What a position is worth to the side to move.
 * @typedef {object} PositionValue
 * @property {"win" | "loss" | "draw" | "tie" | "chance"} kind
 * @property {number | null} plies
 * @property {"proved" | "table" | "searched"} known
 * @property {string} said
 * @property {string | null} note how to know more
 */
/**
 * What a move is worth to the player who makes it.
 * @typedef {object} MoveValue
 * @property {"win" | "loss" | "draw" | "tie" | "chance"} kind
 * @property {number | null} plies
 * @property {number | null} in_moves the plies as moves of the side that wins
 * @property {number} chance
 * @property {"proved" | "table" | "searched"} known
 * @property {string} said
 * @property {string[]} path
 */
/**
 * What a position and its moves are worth; the best moves come first.
 * @typedef {object} ValuesMessage
 * @property {"values"} type
 * @property {number} number
 * @property {number} ply after which the position stands
 * @property {PositionValue} value
 * @property {number | null} chance of seat 0's side
 * @property {number} depth
 * @property {Record<string, MoveValue>} moves
 */
/**
 * The engine begins to think for a seat.
 * @typedef {object} ThinkingMessage
 * @property {"thinking"} type
 * @property {number} seat
 * @property {boolean} on
 */
/**
 * What somebody said.
 * @typedef {object} ChatLine
 * @property {number} number
 * @property {Room} room
 * @property {number | null} chair
 * @property {number | null} seat
 * @property {string} name
 * @property {string} text
 * @property {number} at
 */
/**
 * Lines of the chat.
 * @typedef {object} ChatMessage
 * @property {"chat"} type
 * @property {ChatLine[]} lines
 * @property {boolean} whole whether these are all there are to show
 * @property {string} seen what to bring as `chat` when coming back
 */
/**
 * Who is there.
 * @typedef {object} PresenceMessage
 * @property {"presence"} type
 * @property {boolean[]} seats
 * @property {number} watchers
 */
/**
 * A question to answer at once with a pong, so that the latency is known.
 * @typedef {object} PingMessage
 * @property {"ping"} type
 * @property {string} id
 */
/** @typedef {ViewMessage | EventsMessage | AcceptedMessage | RefusedMessage | HintMessage | ValuesMessage | ThinkingMessage | ChatMessage | PresenceMessage | PingMessage} TableMessage */
/**
 * A chair of a public table.
 * @typedef {object} LobbyChair
 * @property {number} chair
 * @property {ChairKind} kind
 * @property {string} name
 * @property {number | null} level
 * @property {boolean} present
 */
/**
 * The clock of a public table.
 * @typedef {object} LobbyClock
 * @property {string} text
 * @property {string} said
 */
/**
 * A public table.
 * @typedef {object} LobbyTable
 * @property {string} id
 * @property {number} created
 * @property {string} game
 * @property {string} title
 * @property {Record<string, string>} options
 * @property {boolean} spectators
 * @property {number} plies
 * @property {string[]} said
 * @property {string} url
 * @property {LobbyClock | null} clock
 * @property {number} watchers
 * @property {LobbyChair[]} chairs
 */
/**
 * Tables with an open chair, and games one may look at.
 * @typedef {object} LobbyLists
 * @property {LobbyTable[]} open
 * @property {LobbyTable[]} running
 */
/**
 * The lobby, with a mark by which a list is known.
 * @typedef {object} LobbyMessage
 * @property {LobbyTable[]} open
 * @property {LobbyTable[]} running
 * @property {"lobby"} type
 * @property {string} mark
 */
/**
 * An option of a game.
 * @typedef {object} GameOption
 * @property {string} name
 * @property {string[]} allowed
 * @property {boolean} several
 * @property {string} default
 * @property {string} proposed at a table of people
 */
/**
 * A game and what can be chosen for it.
 * @typedef {object} Game
 * @property {string} game
 * @property {string} title
 * @property {number[]} seats
 * @property {GameOption[]} options
 * @property {string} start
 */
/**
 * All games, and the engine's levels.
 * @typedef {object} Games
 * @property {Game[]} games
 * @property {number[]} levels
 */
/**
 * How a finished game ended.
 * @typedef {object} PositionOutcome
 * @property {number[]} scores
 * @property {string} reason
 * @property {string} result
 * @property {string} sentence
 */
/**
 * What is known of a position without a search.
 * @typedef {object} PositionFacts
 * @property {string} game
 * @property {Record<string, string>} options
 * @property {string} position
 * @property {number | null} seat
 * @property {string[]} seats
 * @property {number[]} sides
 * @property {Record<string, string>} places
 * @property {string | null} prompt
 * @property {string[]} moves
 * @property {number[]} numbers
 * @property {Record<string, string[]>} paths
 * @property {PositionOutcome | null} outcome
 * @property {string[][]} winning
 */
/**
 * Why no legal move begins in some way; nulls where one does.
 * @typedef {object} Refusal
 * @property {string | null} sentence
 * @property {string | null} rule
 * @property {string[]} places
 */
/**
 * What the moves that begin in some way do to the pieces, by their words.
 * @typedef {object} BegunMoves
 * @property {string} position
 * @property {Record<string, Motion[]>} motions
 */
/**
 * A move and its value to the player who makes it.
 * @typedef {object} AnalysedMove
 * @property {string} move
 * @property {string} said
 * @property {"win" | "loss" | "draw" | "tie" | "chance"} kind
 * @property {number | null} plies
 * @property {number} chance
 * @property {"proved" | "table" | "searched"} known
 * @property {string[]} line
 */
/**
 * What the engine finds about a position, for the side to move.
 * @typedef {object} AnalysisAnswer
 * @property {string} said
 * @property {"win" | "loss" | "draw" | "tie" | "chance"} kind
 * @property {number | null} plies
 * @property {number} chance
 * @property {"proved" | "table" | "searched"} known
 * @property {number} depth
 * @property {number} nodes
 * @property {AnalysedMove[]} moves
 */
/**
 * A game that was read from a record.
 * @typedef {object} ReadGame
 * @property {string} game
 * @property {Record<string, string>} options
 * @property {string} position before the first move
 * @property {string[]} seats
 * @property {Record<string, string>} tags
 * @property {string | null} result
 * @property {string} text its moves with comments and variations
 */
/**
 * The games that were read from a text.
 * @typedef {object} ReadGames
 * @property {ReadGame[]} games
 */
/**
 * A table that was opened.
 * @typedef {object} TableOpened
 * @property {string} id
 * @property {string} url
 * @property {View} view
 */
/**
 * A chair that was taken.
 * @typedef {object} SeatTaken
 * @property {string} id
 * @property {string} url
 * @property {number} chair
 * @property {View} view
 */
/**
 * A table of this device.
 * @typedef {object} ListedTable
 * @property {string} id
 * @property {string} url
 * @property {string} game
 * @property {number} created
 * @property {number} changed
 * @property {"open" | "playing" | "over"} phase
 */
/**
 * The tables of this device, the latest first.
 * @typedef {object} TableList
 * @property {ListedTable[]} tables
 */
/**
 * A part of a game's plies; empty before the first.
 * @typedef {object} EarlierPlies
 * @property {Ply[]} plies
 */
/**
 * What is played at a chair, for somebody who has its key.
 * @typedef {object} Invitation
 * @property {number} chair
 * @property {number[]} chairs those one may choose with the key
 * @property {string | null} name of the player who sits there already
 * @property {boolean} here
 * @property {string[]} names
 * @property {"open" | "playing" | "over"} phase
 * @property {string} game
 * @property {string} title
 * @property {Record<string, string>} options
 * @property {string | null} clock
 * @property {Agreement[]} agreements
 */
/**
 * Lines of the chat.
 * @typedef {object} ChatLines
 * @property {ChatLine[]} lines
 */
/**
 * A token for the header `Authorization: Bearer …`.
 * @typedef {object} DeviceToken
 * @property {string} token
 * @property {number} expires_in seconds
 */
/**
 * Messages, and the address at which to ask for the next ones.
 * @typedef {object} PollAnswer
 * @property {number} version
 * @property {TableMessage[]} messages
 * @property {string} next
 */
/**
 * A move of a puzzle.
 * @typedef {object} PuzzleStep
 * @property {string} word
 * @property {string} said the move as a sentence
 * @property {number} seat
 * @property {Motion[]} motions
 * @property {string[][]} lines the winning lines after it
 */
/**
 * What a puzzle asks for, and what may be touched.
 * @typedef {object} PuzzleTask
 * @property {string} game
 * @property {number} number
 * @property {Record<string, string>} options
 * @property {string} position
 * @property {number} seat
 * @property {string} task
 * @property {Record<string, string[]>} paths
 * @property {Record<string, string[][]>} more_paths other ways to touch a move
 * @property {Record<string, string>} prompts what is asked after some touches; `*` is any touch
 * @property {string} asked_piece the letter of the piece that the task is about, if any
 * @property {Record<string, string>} buttons the labels of touches that have no spot
 */
/**
 * A puzzle: its task, its solution, and what is said to every other move.
 * @typedef {object} PuzzleData
 * @property {string} game
 * @property {number} number
 * @property {Record<string, string>} options
 * @property {string} position
 * @property {number} seat
 * @property {string} task
 * @property {Record<string, string[]>} paths
 * @property {Record<string, string[][]>} more_paths other ways to touch a move
 * @property {Record<string, string>} prompts what is asked after some touches; `*` is any touch
 * @property {string} asked_piece the letter of the piece that the task is about, if any
 * @property {Record<string, string>} buttons the labels of touches that have no spot
 * @property {string} right what is said to the solution
 * @property {Record<string, PuzzleStep>} wrong
 * @property {PuzzleStep[]} line
 * @property {string[]} all the positions of all puzzles of the game
 * @property {Record<string, number[]>} themes the numbers of the puzzles of each theme
 */
/**
 * A mistake of this device: where it is, what it is remembered by, and its page.
 * @typedef {object} MistakeLink
 * @property {string} game
 * @property {number} ply
 * @property {string} name
 * @property {string} url
 */
/**
 * The mistakes of this device.
 * @typedef {object} MistakeLinks
 * @property {MistakeLink[]} mistakes
 */
/**
 * A mistake in a game of one's own, as a puzzle.
 * @typedef {object} MistakeData
 * @property {string} game
 * @property {number} number
 * @property {Record<string, string>} options
 * @property {string} position
 * @property {number} seat
 * @property {string} task
 * @property {Record<string, string[]>} paths
 * @property {Record<string, string[][]>} more_paths other ways to touch a move
 * @property {Record<string, string>} prompts what is asked after some touches; `*` is any touch
 * @property {string} asked_piece the letter of the piece that the task is about, if any
 * @property {Record<string, string>} buttons the labels of touches that have no spot
 * @property {string} right what is said to the solution
 * @property {Record<string, PuzzleStep>} wrong
 * @property {PuzzleStep[]} line
 * @property {string[]} all the positions of all puzzles of the game
 * @property {Record<string, number[]>} themes the numbers of the puzzles of each theme
 * @property {string} address where pictures and refutations are
 * @property {string} name under which it is remembered
 * @property {MistakeLink[]} following the others, from the next one on
 */
/**
 * A puzzle of a rush.
 * @typedef {object} RushTask
 * @property {string} game
 * @property {number} number
 * @property {Record<string, string>} options
 * @property {string} position
 * @property {number} seat
 * @property {string} task
 * @property {Record<string, string[]>} paths
 * @property {Record<string, string[][]>} more_paths other ways to touch a move
 * @property {Record<string, string>} prompts what is asked after some touches; `*` is any touch
 * @property {string} asked_piece the letter of the piece that the task is about, if any
 * @property {Record<string, string>} buttons the labels of touches that have no spot
 * @property {PuzzleStep} answer
 */
/**
 * A rush: the puzzles of each level by number, and how long it takes.
 * @typedef {object} RushData
 * @property {string} game
 * @property {number[][]} levels
 * @property {number} seconds
 */
/**
 * A move that a figure of the rules shows.
 * @typedef {object} FigureStep
 * @property {Motion[]} motions
 * @property {string[]} touched the places to mark
 * @property {string[][]} lines the winning lines after it
 */
/**
 * A move that a figure tries in vain.
 * @typedef {object} FigureTry
 * @property {string} at the place it is tried on, if any
 * @property {Motion | null} motion
 * @property {string[]} places what forbids it
 */
/**
 * What a figure of the rules shows: moves from its position, then tries.
 * @typedef {object} FigureMotions
 * @property {FigureStep[][]} ways
 * @property {FigureTry[]} tries
 */
/**
 * A figure of the rules, ready for a page.
 * @typedef {object} RulesFigure
 * @property {string} svg
 * @property {string} caption
 * @property {string[]} ids
 * @property {string} shows
 * @property {string[]} verdicts
 * @property {string} motions `FigureMotions` as JSON; empty if nothing moves
 * @property {string} analysis the address of the position on the analysis board
 */
/**
 * A paragraph of the rules.
 * @typedef {object} RulesParagraph
 * @property {string} said
 * @property {string[]} ids
 * @property {string[]} anchors the ids that are told here first
 * @property {string} why the reason, if the rule is ours
 */
/**
 * A section of a rules page.
 * @typedef {object} RulesSection
 * @property {string} heading
 * @property {RulesParagraph[]} paragraphs
 * @property {RulesFigure[]} figures
 */
/**
 * What a wrong move leads to, up to the opponent's answer.
 * @typedef {object} Refutation
 * @property {string} said
 * @property {PuzzleStep[]} steps
 * @property {boolean} [right] whether the move is not wrong after all
 */
/**
 * The position an analysis begins with, and the moves of its main line.
 * @typedef {object} AnalysisData
 * @property {BoardTurn} turn
 * @property {string[]} moves
 * @property {number} seats
 * @property {SavedStudy | null} study
 */
/**
 * A game of this device that goes on, for the home page.
 * @typedef {object} GameInProgress
 * @property {string} url
 * @property {string} title
 * @property {string} game
 * @property {Seat[]} seats
 * @property {string} prompt
 * @property {Record<string, string>} options
 * @property {"starter_first" | "starter_second"} look
 * @property {string} position
 */
/**
 * A game of this device in a list; names are by seat.
 * @typedef {object} GameOfMine
 * @property {string} id
 * @property {string} title
 * @property {string[]} captions the mode in words
 * @property {string} game
 * @property {string[]} names
 * @property {boolean} over
 * @property {boolean} own whether the device has a seat
 * @property {string} role
 * @property {string} ended
 * @property {string} why
 * @property {string} day
 * @property {Record<string, string>} options
 * @property {"starter_first" | "starter_second"} look
 * @property {string} position
 */
/**
 * A game and its rematches, the latest first.
 * @typedef {object} Series
 * @property {string | null} score
 * @property {GameOfMine[]} games
 */
/**
 * A value of a filter.
 * @typedef {object} FilterChoice
 * @property {string} value
 * @property {string} label
 * @property {boolean} chosen
 */
/**
 * A field that filters the list of games.
 * @typedef {object} GameFilter
 * @property {string} name
 * @property {string} label
 * @property {FilterChoice[]} choices
 */
/**
 * What is wrong with a file of records, and in which line.
 * @typedef {object} ImportFault
 * @property {number} line
 * @property {string} said
 */
/**
 * A position worth a look.
 * @typedef {object} Curiosity
 * @property {string} said
 * @property {string} text
 * @property {Record<string, string>} options
 * @property {string} edit
 * @property {string} line
 */
/**
 * What is known of a game with some options, in words.
 * @typedef {object} KnownGame
 * @property {string} game
 * @property {string} title
 * @property {string[]} options
 * @property {string} verdict
 * @property {string} value
 * @property {string} how
 * @property {string} source
 * @property {string} positions
 * @property {string} longest
 * @property {string} effort
 * @property {string[]} plots
 * @property {Curiosity[]} curiosities
 * @property {string} zugzwang
 */
/**
 * A turn of a learner: what may be touched, and a way to go on.
 * @typedef {object} TutorialTurn
 * @property {string} position
 * @property {number} seat
 * @property {Record<string, string[]>} paths
 * @property {Record<string, string[][]>} more_paths other ways to touch a move
 * @property {Record<string, string>} prompts what is asked after some touches; `*` is any touch
 * @property {Record<string, string>} buttons the labels of touches that have no spot
 * @property {string[]} shown touches that lead to the goal
 * @property {string} advice the same in words
 * @property {Motion[]} motions of that move; none if it is one that is refused
 */
/**
 * A step of a tutorial.
 * @typedef {object} TutorialStep
 * @property {string} game
 * @property {string} name
 * @property {number} number in its track, from 1
 * @property {number} last the number of the track's last step
 * @property {string} track
 * @property {string} title of the track
 * @property {string | null} next the name of the step after it, in its track
 * @property {string} task
 * @property {string[]} hints
 * @property {Record<string, string>} options
 * @property {string} caption the options of its game, in words
 * @property {string} sign a piece of the learner's side, if it has its own
 * @property {string} piece the piece that the learner has to place, if any
 * @property {TutorialTurn} turn
 */
/**
 * What a learner's move was, and what the others play then.
 * @typedef {object} TutorialAnswer
 * @property {"done" | "on" | "wrong"} verdict
 * @property {string} said
 * @property {PuzzleStep[]} steps
 * @property {TutorialTurn | null} turn where the step goes on
 */
/**
 * Why touches begin no move, and whether that is what the step asks for.
 * @typedef {object} TutorialRefusal
 * @property {string | null} sentence
 * @property {string[]} places
 * @property {boolean} done
 * @property {string} said when it is done
 */
/** @typedef {number} SeatNumber */
/** @typedef {number} Plies */
/** @typedef {number} Level */
/** @typedef {"players" | "watchers" | "team"} Room */
/**
 * Play a move, call, or keep silent.
 * @typedef {object} MoveCommand
 * @property {string} [id]
 * @property {number} [number]
 * @property {number | null} [seat]
 * @property {"move"} do
 * @property {string} move
 */
/**
 * Ask the other players for something.
 * @typedef {object} AskCommand
 * @property {string} [id]
 * @property {number} [number]
 * @property {number | null} [seat]
 * @property {"ask"} do
 * @property {"draw" | "take_back" | "rematch" | "pause" | "resume" | "replace" | "stand_in"} what
 * @property {number | null} [to]
 * @property {number | null} [seat_of]
 * @property {number | null} [level]
 */
/**
 * Answer a question, or withdraw one's own with no.
 * @typedef {object} AnswerCommand
 * @property {string} [id]
 * @property {number} [number]
 * @property {number | null} [seat]
 * @property {"answer"} do
 * @property {"draw" | "take_back" | "rematch" | "pause" | "resume" | "replace" | "stand_in"} what
 * @property {boolean} yes
 */
/**
 * Resign.
 * @typedef {object} ResignCommand
 * @property {string} [id]
 * @property {number} [number]
 * @property {number | null} [seat]
 * @property {"resign"} do
 */
/**
 * Ask for a rematch, or agree to one.
 * @typedef {object} RematchCommand
 * @property {string} [id]
 * @property {number} [number]
 * @property {number | null} [seat]
 * @property {"rematch"} do
 */
/**
 * Free a chair, or leave a game that has started.
 * @typedef {object} LeaveCommand
 * @property {string} [id]
 * @property {number} [number]
 * @property {number | null} [seat]
 * @property {"leave"} do
 */
/**
 * Return to a game.
 * @typedef {object} ReturnCommand
 * @property {string} [id]
 * @property {number} [number]
 * @property {number | null} [seat]
 * @property {"return"} do
 */
/**
 * Make a new link to a chair; the earlier one is not valid any more.
 * @typedef {object} RenewCommand
 * @property {string} [id]
 * @property {number} [number]
 * @property {"renew"} do
 * @property {number} seat
 */
/**
 * Ask a guest to leave, before the game starts.
 * @typedef {object} RemoveCommand
 * @property {string} [id]
 * @property {number} [number]
 * @property {"remove"} do
 * @property {number} seat
 */
/**
 * Put the engine on an open chair.
 * @typedef {object} FillCommand
 * @property {string} [id]
 * @property {number} [number]
 * @property {"fill"} do
 * @property {number} seat
 * @property {number | null} [level]
 */
/**
 * Let two chairs change places, before the game starts.
 * @typedef {object} SwapCommand
 * @property {string} [id]
 * @property {number} [number]
 * @property {"swap"} do
 * @property {number} seat
 * @property {number} other
 */
/**
 * Say something in a room of the chat.
 * @typedef {object} SayCommand
 * @property {string} [id]
 * @property {number} [number]
 * @property {number | null} [seat]
 * @property {"say"} do
 * @property {Room} room
 * @property {string} text
 */
/**
 * Ask for a hint.
 * @typedef {object} HintCommand
 * @property {string} [id]
 * @property {number} [number]
 * @property {"hint"} do
 */
/**
 * Turn the values of moves on or off; of a finished game, after any ply.
 * @typedef {object} ValuesCommand
 * @property {string} [id]
 * @property {number} [number]
 * @property {"values"} do
 * @property {boolean} [on]
 * @property {number | null} [ply]
 */
/**
 * Ask for the whole view.
 * @typedef {object} ViewCommand
 * @property {string} [id]
 * @property {number} [number]
 * @property {"view"} do
 */
/**
 * Answer a ping; `id` is the ping's.
 * @typedef {object} PongCommand
 * @property {string} [id]
 * @property {number} [number]
 * @property {"pong"} do
 */
/** @typedef {MoveCommand | AskCommand | AnswerCommand | ResignCommand | RematchCommand | LeaveCommand | ReturnCommand | FillCommand | RenewCommand | RemoveCommand | SayCommand | HintCommand | ValuesCommand | SwapCommand | ViewCommand | PongCommand} Command */
/** @typedef {MoveCommand | SwapCommand | AskCommand | AnswerCommand | ResignCommand | RematchCommand | LeaveCommand | ReturnCommand | FillCommand | RenewCommand | RemoveCommand} TableCommand */
/** @typedef {string} Word */
/** @typedef {string} Text */
/** @typedef {string} Name */
/** @typedef {Record<string, string | number | boolean | string[]>} Options */
/**
 * A position: a game with options, a text (or the start), and moves from there.
 * @typedef {object} PositionRequest
 * @property {string} game
 * @property {Record<string, string | number | boolean | string[]>} [options]
 * @property {string | null} [position]
 * @property {string[]} [moves]
 */
/**
 * A position, and how long to think about it.
 * @typedef {object} AnalysisRequest
 * @property {string} game
 * @property {Record<string, string | number | boolean | string[]>} [options]
 * @property {string | null} [position]
 * @property {string[]} [moves]
 * @property {number} [seconds]
 * @property {number} [best]
 */
/**
 * A position, and the places touched there to make a move.
 * @typedef {object} TouchRequest
 * @property {string} game
 * @property {Record<string, string | number | boolean | string[]>} [options]
 * @property {string | null} [position]
 * @property {string[]} [moves]
 * @property {string[]} touched
 */
/**
 * A position, and the places touched there so far.
 * @typedef {object} BegunRequest
 * @property {string} game
 * @property {Record<string, string | number | boolean | string[]>} [options]
 * @property {string | null} [position]
 * @property {string[]} [moves]
 * @property {string[]} [touched]
 */
/**
 * The moves made from the position of a tutorial step, the learner's last.
 * @typedef {object} TutorialMoves
 * @property {string[]} moves
 */
/**
 * The moves made in a tutorial step, and touches that began none.
 * @typedef {object} TutorialTouches
 * @property {string[]} [moves]
 * @property {string[]} touched
 */
/**
 * Game records, in either form.
 * @typedef {object} RecordText
 * @property {string} text
 */
/**
 * Moves from a position with comments and variations, as in a record but without tags.
 * @typedef {object} MoveText
 * @property {string} game
 * @property {Record<string, string | number | boolean | string[]>} [options]
 * @property {string | null} [position]
 * @property {string} text
 */
/**
 * Who sits there: somebody at this device, the engine at a level, or nobody yet.
 * @typedef {object} NewChair
 * @property {ChairKind} [kind]
 * @property {string} [name]
 * @property {number} [level]
 */
/**
 * A table to open. Without `chairs` a person plays the engine.
 * @typedef {object} NewTable
 * @property {string} game
 * @property {Record<string, string | number | boolean | string[]>} [options]
 * @property {string | null} [position]
 * @property {NewChair[] | null} [chairs]
 * @property {number} [level] of the engine, where no chairs are given
 * @property {number | null} [first] drawn by lot unless given
 * @property {string} [clock]
 * @property {boolean} [clock_waits] for the first move
 * @property {boolean} [repetition]
 * @property {boolean} [take_backs]
 * @property {boolean} [conferring]
 * @property {number} [ply_limit] H5
 * @property {boolean | null} [hints]
 * @property {boolean | null} [values]
 * @property {boolean} [public]
 * @property {boolean} [spectators]
 * @property {"starter_first" | "starter_second" | "random"} [look]
 * @property {number} [stand_in_level] of the engine for a player who is away
 */
/**
 * A seat to take: with a key, or at an open chair of a public table.
 * @typedef {object} JoinRequest
 * @property {string | null} [key]
 * @property {number | null} [chair]
 * @property {string} [name]
 */
/**
 * A legal move.
 * @typedef {object} OfferedMove
 * @property {string} said the move as a sentence
 * @property {Motion[]} motions
 */
/**
 * A position as a board offers it: what may be touched, and what every move does.
 * @typedef {object} BoardTurn
 * @property {string} game
 * @property {Record<string, string>} options
 * @property {string} position
 * @property {number | null} seat
 * @property {string} prompt what is asked, or how the game has ended
 * @property {Record<string, string>} prompts what is asked after some touches; `*` is any touch
 * @property {string} asked_piece the letter of the piece that the prompt is about, if any
 * @property {Record<string, string[]>} paths
 * @property {Record<string, string[][]>} more_paths other ways to touch a move
 * @property {Record<string, string>} buttons the labels of touches that have no spot
 * @property {Record<string, string>} labels of the spots, for screen readers
 * @property {Record<string, OfferedMove>} moves
 * @property {string[][]} groups moves that lead to the same position or a symmetric one
 * @property {PositionOutcome | null} outcome
 * @property {string[][]} winning
 */
/**
 * How games on this server went for the players who made a move.
 * @typedef {object} MoveResults
 * @property {number} games
 * @property {number} wins
 * @property {number} draws
 * @property {number} losses
 */
/**
 * The moves from a position that were played here, by their words.
 * @typedef {object} ExplorerAnswer
 * @property {Record<string, MoveResults>} moves
 */
/**
 * Search a position; the search before it ends.
 * @typedef {object} SearchCommand
 * @property {string} game
 * @property {Record<string, string | number | boolean | string[]>} [options]
 * @property {string | null} [position]
 * @property {string[]} [moves]
 * @property {"search"} do
 * @property {string} [id]
 * @property {number} [seconds]
 */
/**
 * Search a position once, for clients without a WebSocket.
 * @typedef {object} LinesRequest
 * @property {string} game
 * @property {Record<string, string | number | boolean | string[]>} [options]
 * @property {string | null} [position]
 * @property {string[]} [moves]
 * @property {number} [seconds]
 */
/**
 * End the search.
 * @typedef {object} StopCommand
 * @property {"stop"} do
 * @property {string} [id]
 */
/** @typedef {SearchCommand | StopCommand} AnalysisCommand */
/**
 * A move, its value to the player who makes it, and the line it begins.
 * @typedef {object} MoveLine
 * @property {string[]} moves those that are symmetric: the line begins with the first
 * @property {"win" | "loss" | "draw" | "tie" | "chance"} kind
 * @property {number | null} plies
 * @property {number | null} in_moves the plies as moves of the side that wins
 * @property {number} chance
 * @property {"proved" | "table" | "searched"} known
 * @property {string} said
 * @property {string[]} line
 */
/**
 * What a search has found so far; the best moves come first.
 * @typedef {object} LinesMessage
 * @property {"lines"} type
 * @property {string} id of the command
 * @property {boolean} done
 * @property {number} depth
 * @property {number} nodes
 * @property {PositionValue} value
 * @property {number | null} chance of seat 0's side
 * @property {MoveLine[]} lines
 */
/** @typedef {LinesMessage | RefusedMessage} AnalysisMessage */
/** @typedef {"private" | "unlisted" | "public"} Visibility */
/**
 * A study to save: a tree of variations from a position, with a title.
 * @typedef {object} StudyRequest
 * @property {string} game
 * @property {Record<string, string | number | boolean | string[]>} [options]
 * @property {string | null} [position]
 * @property {string} text
 * @property {string} title
 * @property {Visibility} [visibility]
 */
/**
 * A study without its moves.
 * @typedef {object} ListedStudy
 * @property {string} id
 * @property {string} url
 * @property {string} game
 * @property {string} title
 * @property {Visibility} visibility
 * @property {boolean} mine
 * @property {number} changed
 */
/**
 * A study.
 * @typedef {object} SavedStudy
 * @property {string} id
 * @property {string} url
 * @property {string} game
 * @property {string} title
 * @property {Visibility} visibility
 * @property {boolean} mine
 * @property {number} changed
 * @property {Record<string, string>} options
 * @property {string} position
 * @property {string} text
 */
/**
 * The studies of this device, the latest first.
 * @typedef {object} StudyList
 * @property {ListedStudy[]} studies
 */
/**
 * A move that was played, and what the engine says of it.
 * @typedef {object} ReviewedMove
 * @property {string} word
 * @property {string} said
 * @property {number} seat
 * @property {Motion[]} motions
 * @property {string[][]} lines
 * @property {number} ply counted from 1
 * @property {"best" | "good" | "inaccuracy" | "mistake" | "blunder" | "missed_win"} grade
 * @property {string} label the grade in words
 * @property {string} symbol the usual annotation, if the move was bad
 * @property {boolean} exact whether the verdict is certain, and not an estimate
 * @property {string} comment
 * @property {boolean} missed_call
 * @property {number | null} chance of the first side after the move, where it is known
 * @property {PuzzleStep[]} better the better line, if there is one
 */
/**
 * How well a seat has played so far.
 * @typedef {object} ReviewedPlayer
 * @property {number} seat
 * @property {string} name
 * @property {number | null} accuracy the share of the point that a move kept, on average
 * @property {Record<string, number>} grades how many moves of each
 */
/**
 * A review as far as it has come; `moves` are those after the ones already known.
 * @typedef {object} ReviewAnswer
 * @property {boolean} done
 * @property {number} judged
 * @property {number} total
 * @property {ReviewedMove[]} moves
 * @property {ReviewedPlayer[]} players
 * @property {string[]} overlooked lines that nobody called (QT15)
 * @property {number[]} mistakes the plies that this device can try again
 * @property {string} chart the evaluation over the game as SVG, or nothing yet
 */
/**
 * What the page of a review needs to ask for it and to show it.
 * @typedef {object} ReviewPageData
 * @property {string} table
 * @property {string} game
 * @property {Record<string, string>} options
 * @property {string} start the first position
 * @property {number} seat whose side is at the bottom
 * @property {number} total
 * @property {Record<string, string>} grades in words
 */

export {};
