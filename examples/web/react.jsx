/** <tengen-board> in React 19: a viewer, and a game whose moves are the state of a component. */
import { StrictMode, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import 'tengen/board';

function Game({ level }) {
  const [moves, setMoves] = useState('h8 i9');
  const [result, setResult] = useState('');
  return (
    <>
      <Board
        engine="play"
        level={level}
        moves={moves}
        onMove={(detail) => setMoves(detail.moves)}
        onEnd={(detail) => setResult(detail.result)}
      />
      <p id="moves">{moves}</p>
      <p id="result">{result}</p>
      <button type="button" onClick={() => setMoves('')}>
        New game
      </button>
    </>
  );
}

/** The element's events as properties. */
function Board({ onMove, onEnd, ...attributes }) {
  const element = useRef(null);
  useEffect(() => {
    const board = element.current;
    const moved = ({ detail }) => onMove?.(detail);
    const ended = ({ detail }) => onEnd?.(detail);
    board.addEventListener('move', moved);
    board.addEventListener('end', ended);
    return () => {
      board.removeEventListener('move', moved);
      board.removeEventListener('end', ended);
    };
  }, [onMove, onEnd]);
  return <tengen-board ref={element} {...attributes} />;
}

createRoot(document.getElementById('app')).render(
  <StrictMode>
    <Game level="1" />
  </StrictMode>,
);
