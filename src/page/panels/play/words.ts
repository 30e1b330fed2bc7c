/** The state of a game, in a sentence. */
import { BLACK, type Color, opponentOf, WHITE } from '../../../core/color.ts';
import type { OpeningStep } from '../../../play/opening/rules.ts';
import { toAct } from '../../../play/played/played-game.ts';
import { isAgainstEngine, isHuman, isYou } from '../../../play/played/seats.ts';
import { sideToMove } from '../../../play/state/game-state.ts';
import { labelOf } from '../../../play/state/notation.ts';
import { say } from '../../lang/languages.ts';
import type { Words } from '../../lang/speech.ts';
import type { PlayModel, ToldAnswer } from '../../models/play/model.ts';
import type { Refusal } from '../../models/play/refusal.ts';
import { colorText, howText, resultText } from '../../parts/figures.ts';

/** @returns whose turn it is, or how the game has ended */
export function statusText(play: PlayModel): string {
  const { game, activity, played } = play;
  if (game.end !== null) return endText(play);
  if (activity === 'thinking') {
    return play.depth === 0 ? say('thinking') : say('thinkingDepth', { depth: play.depth });
  }
  if (activity === 'advising') return say('lookingForHint');
  const { step } = play;
  if (step !== null) return stepText(step, play);
  const color = colorText(sideToMove(game), say);
  if (!isAgainstEngine(played.seats)) return say('toMove', { color });
  return say(play.isYourTurn ? 'yourTurn' : 'itsTurn', { color });
}

/** The names of opening rules, the same in all languages. */
const OPENING_NAMES: Readonly<Record<string, string>> = {
  swap1: 'Swap 1',
  swap: 'Swap',
  swap2: 'Swap2',
  rif: 'RIF',
  'soosorv-8': 'Soosõrv-8',
  'taraguchi-10': 'Taraguchi-10',
};

const WAYS: Readonly<Record<string, keyof Words>> = {
  'add two': 'wayAddTwo',
  'one fifth': 'wayOneFifth',
  'ten fifths': 'wayTenFifths',
};

/** @param name as in {@link OpeningRule} */
export function openingName(name: string): string {
  return OPENING_NAMES[name] ?? name;
}

/** @returns the name of a way to continue; empty for the one that another answer follows at once */
export function wayText(name: string): string {
  return WAYS[name] === undefined ? '' : say(WAYS[name]);
}

function whoText(color: Color, isYours: boolean, play: PlayModel): string {
  if (!isAgainstEngine(play.played.seats)) return colorText(color, say);
  return say(isYours ? 'youAs' : 'tengenAs', { color: colorText(color, say) });
}

/** @returns the question, with the player who has to answer it */
function stepText(step: OpeningStep, play: PlayModel): string {
  const { game, opening, played } = play;
  const turn = toAct(played);
  const who = whoText(turn, isHuman(played.seats, turn), play);
  switch (step.kind) {
    case 'place': {
      const number = game.plies.length + 1;
      const last = number + step.stones - (opening?.placed ?? 0) - 1;
      const what = say(last === number ? 'askStone' : 'askStones', {
        who,
        number,
        last,
        color: colorText(sideToMove(game), say),
      });
      if (step.within === null) return what;
      return `${what} ${say(step.within === 1 ? 'inMiddle' : 'inSquare', { side: step.within })}`;
    }
    default:
      return say(`ask-${step.kind}`, { who, count: play.missingOffers });
  }
}

/** @returns an answer of the opening in a sentence; empty for one that another follows at once */
export function answerText({ answer, step, color, isYours }: ToldAnswer, play: PlayModel): string {
  const who = whoText(color, isYours, play);
  const names = (points: readonly { readonly x: number; readonly y: number }[]) =>
    points.map((point) => labelOf(point, play.game.variant.height)).join(' ');
  switch (answer.kind) {
    case 'place':
      return say('didPlace', { who, points: names(answer.points) });
    case 'swap':
      return say(answer.isSwap ? 'didSwap' : 'didKeep', { who, other: colorText(opponentOf(color), say) });
    case 'say':
      return say('didSay', { who, count: answer.count });
    case 'offer':
      return say('didOffer', { who, points: names(answer.points) });
    case 'choose':
      return say('didChoose', { who, points: names([answer.point]) });
    case 'ways': {
      const way = step.kind === 'ways' ? wayText(step.ways[answer.way].name) : '';
      return way === '' ? '' : say('didWay', { who, way });
    }
  }
}

/** @param foul why the side to move may not play there @returns why a point cannot be played */
export function refusalText(refusal: Refusal, height: number, foul: string): string {
  const point = labelOf(refusal.point, height);
  const earlier = refusal.kind === 'equal' ? labelOf(refusal.earlier, height) : '';
  return say(`refusal-${refusal.kind}`, { point, reason: foul, earlier });
}

function endText({ game, played: { seats } }: PlayModel): string {
  const winner = game.end?.result === 'black' ? BLACK : WHITE;
  if (game.end === null || game.end.result === 'draw' || !isAgainstEngine(seats)) return resultText(game, say);
  return say(isYou(seats, winner) ? 'youWin' : 'tengenWins', { how: howText(game, say), moves: game.plies.length });
}
