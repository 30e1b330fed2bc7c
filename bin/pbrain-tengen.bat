@echo off
rem Starts the brain. %~dp0 is the folder of this file, whatever the working directory is.
node --no-warnings "%~dp0..\dist\tengen.js" %*
exit /b %errorlevel%
